import type { RunEvent } from "../domain/events.ts";
import type { Forge } from "../domain/ports/forge.ts";
import { renderStatusComment, type RunStatus, statusMarker } from "../publish/render-status-comment.ts";
import type { Listener } from "./emitter.ts";
import { foldStatus, NOTHING_YET, type StatusView } from "./status-view.ts";

export interface StatusReporterOptions {
  forge: Pick<Forge, "upsertComment" | "facts">;
  issue: number;
  runId: string;
  recordedModel: boolean;
  /** Least time between two edits; GitHub limits writes, and every edit is noise. */
  intervalMs: number;
  onTrouble: (error: unknown) => void;
}

export interface StatusReporter {
  readonly listener: Listener;
  readonly view: StatusView;
  /** The first comment, so that people see that somebody heard them. */
  begin(): Promise<void>;
  /** The last edit. Nothing is written after it. @throws FORGE_*. */
  end(status: RunStatus): Promise<void>;
}

type Timer = ReturnType<typeof setTimeout>;

/** Keeps the one status comment of a run current. Between begin and end its failures are told and forgotten. */
export function createStatusReporter(options: StatusReporterOptions): StatusReporter {
  const { forge, issue, runId, recordedModel, intervalMs, onTrouble } = options;
  let view = NOTHING_YET;
  let timer: Timer | null = null;
  let ended = false;
  let writing: Promise<void> = Promise.resolve();
  let known: string | null = null;

  // A comment without links is better than none.
  const repositoryUrl = async (): Promise<string | null> => {
    known ??= await forge.facts().then(
      ({ htmlUrl }) => htmlUrl,
      () => null,
    );
    return known;
  };

  const send = async (status: RunStatus): Promise<void> => {
    await forge.upsertComment({ issue, marker: statusMarker(runId), body: renderStatusComment(status) });
  };
  const sendView = async (): Promise<void> => {
    const { step, plan, results, spent, baseSha } = view;
    const base = baseSha === null ? null : { repositoryUrl: await repositoryUrl(), baseSha };
    return send({ stage: "working", runId, recordedModel, base, step, plan, results, spent });
  };
  const schedule = (): void => {
    if (ended || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      writing = writing.then(sendView).catch(onTrouble);
    }, intervalMs);
  };

  return {
    get view() {
      return view;
    },
    listener(event: RunEvent) {
      const next = foldStatus(view, event);
      if (next === view) return;
      view = next;
      schedule();
    },
    begin: sendView,
    async end(status) {
      ended = true;
      if (timer !== null) clearTimeout(timer);
      await writing;
      await send(status);
    },
  };
}
