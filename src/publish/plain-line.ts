import { clipEnd } from "../domain/text/clip.ts";

/**
 * Text for places that know no escape: a pull request's title, a commit's message. One line, nothing that
 * mentions a person, refers to an issue, or hides.
 */
export function plainLine(text: string, limit: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, " ")
    .replaceAll(/@+(?=[\w-])/gu, "")
    .replaceAll(/#(?=\d)/gu, "no. ")
    .replaceAll(/\bGH-(?=\d)/giu, "no. ")
    .replaceAll(/\b(?:https?|git|ssh):\/\/\S+/giu, "(link)")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^[/#]+\s*/u, "");
  return clipEnd(line, limit);
}
