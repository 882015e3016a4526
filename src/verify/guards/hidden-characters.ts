import type { CheckResult } from "../../domain/verdict.ts";
import type { FilePatch } from "../split-patch.ts";
import { addedLines } from "./added-lines.ts";
import { guardResult } from "./guard-result.ts";

// Embeddings, overrides and isolates reorder what a reader sees; the others are not seen at all.
const NEVER =
  /[\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\u206A-\u206F\u180E\u3164\u115F\u1160\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
/** Directional marks belong into text that is written from right to left. */
const MARKS = /[\u200E\u200F\u061C]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Joiners belong between letters of scripts that join, and between emoji. */
const LOST_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Mn}\p{Mc}])[\u200C\u200D]/u;
/** A variation selector belongs behind a sign that has variations. */
const LOST_SELECTOR =
  /(?<![\p{Extended_Pictographic}\p{Emoji}\p{S}\p{P}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}/u;

/** Characters that a reviewer cannot see, in added lines and in names. */
export function hiddenCharacters(files: readonly FilePatch[]): CheckResult {
  const inNames = files.flatMap(({ file: { path } }) => {
    const found = hiddenIn(path, false);
    return found === null ? [] : [`${visible(path)}: the name holds ${found}`];
  });
  const inLines = addedLines(files).flatMap(({ path, line, text }) => {
    const found = hiddenIn(text, line === 1);
    return found === null
      ? []
      : [`${visible(path)}:${line}: holds ${found}: ${visible(text.trim()).slice(0, 120)}`];
  });
  const fine = "No added line holds an invisible character or one that changes the direction of text.";
  return guardResult("no hidden characters", [...inNames, ...inLines], fine);
}

function hiddenIn(text: string, isFirstLine: boolean): string | null {
  const rest = isFirstLine ? text.replace(/^\uFEFF/u, "") : text;
  const found =
    NEVER.exec(rest) ??
    /\uFEFF/u.exec(rest) ??
    (RIGHT_TO_LEFT.test(rest) ? null : MARKS.exec(rest)) ??
    LOST_JOINER.exec(rest) ??
    LOST_SELECTOR.exec(rest);
  return found === null ? null : codeOf(found[0]);
}

function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cf}\p{Variation_Selector}\u3164\u115F\u1160\uFFA0]/gu,
    (sign) => `<${codeOf(sign)}>`,
  );
}

function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
