import { html } from "hono/html";
import type { FileChange } from "../repository-git.ts";
import type { Annotation, CheckRun } from "../state.ts";
import type { Html } from "./layout.ts";

export interface PlacedAnnotation {
  run: CheckRun;
  annotation: Annotation;
}

interface DiffLine {
  kind: "hunk" | "add" | "del" | "same";
  before: number | null;
  after: number | null;
  text: string;
}

function parsePatch(patch: string): DiffLine[] {
  let before = 0;
  let after = 0;
  const lines: DiffLine[] = [];
  for (const text of patch.split("\n")) {
    const hunk = /^@@ -(?<before>\d+)(?:,\d+)? \+(?<after>\d+)(?:,\d+)? @@/u.exec(text)?.groups;
    if (hunk !== undefined) {
      before = Number(hunk["before"]);
      after = Number(hunk["after"]);
      lines.push({ kind: "hunk", before: null, after: null, text });
    } else if (text.startsWith("+")) {
      lines.push({ kind: "add", before: null, after, text });
      after += 1;
    } else if (text.startsWith("-")) {
      lines.push({ kind: "del", before, after: null, text });
      before += 1;
    } else if (text.startsWith(" ")) {
      lines.push({ kind: "same", before, after, text });
      before += 1;
      after += 1;
    }
  }
  return lines;
}

export function fileDiff(file: FileChange, annotations: PlacedAnnotation[]): Html {
  const name = file.previousPath === null ? file.path : `${file.previousPath} → ${file.path}`;
  const here = annotations.filter(({ annotation }) => annotation.path === file.path);
  const rows =
    file.patch === null
      ? html`<tr>
          <td class="text muted">No text to show.</td>
        </tr>`
      : parsePatch(file.patch).map((line) => lineRow(line, here));
  return html`<section class="file">
    <header>
      <span
        ><span class="stat-add">+${file.additions}</span>
        <span class="stat-del">−${file.deletions}</span></span
      >
      <span class="strong">${name}</span
      ><span class="muted">${file.status === "modified" ? "" : file.status}</span>
    </header>
    <table class="code">
      ${rows}
    </table>
  </section>`;
}

function lineRow(line: DiffLine, annotations: PlacedAnnotation[]): Html {
  if (line.kind === "hunk")
    return html`<tr class="hunk">
      <td class="line"></td>
      <td class="line"></td>
      <td class="text">${line.text}</td>
    </tr>`;
  const here = annotations.filter(
    ({ annotation }) => line.kind !== "del" && annotation.end_line === line.after,
  );
  const notes =
    here.length === 0
      ? ""
      : html`<tr>
          <td></td>
          <td></td>
          <td>${here.map(annotationBox)}</td>
        </tr>`;
  return html`<tr class="${line.kind}">
      <td class="line">${line.before ?? ""}</td>
      <td class="line">${line.after ?? ""}</td>
      <td class="text">${line.text}</td>
    </tr>
    ${notes}`;
}

export function annotationBox({ run, annotation }: PlacedAnnotation): Html {
  const {
    annotation_level: level,
    title,
    message,
    path,
    start_line,
    end_line,
    raw_details: details,
  } = annotation;
  const lines = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
  return html`<div class="annotation ${level}">
    <div class="muted">${run.name} · ${level} · <span class="mono">${path}:${lines}</span></div>
    ${title === undefined ? "" : html`<div class="strong">${title}</div>`}
    <pre>${message}</pre>
    ${
      details === undefined
        ? ""
        : html`<details>
            <summary class="muted">Raw output</summary>
            <pre>${details}</pre>
          </details>`
    }
  </div>`;
}
