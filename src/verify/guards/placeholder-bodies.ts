import type { CheckResult } from "../../domain/verdict.ts";
import type { FilePatch } from "../split-patch.ts";
import { addedLines, at, isComment, isSource } from "./added-lines.ts";
import { guardResult } from "./guard-result.ts";

/** What stands where code was left out, mostly as a comment. */
const LEFT_OUT: readonly RegExp[] = [
  /(?:\.{3}|…)\s*\(?(?:the )?(?:existing|previous|remaining|other|original|same|rest)\b.*\b(?:code|implementation|logic|methods?|functions?|file|lines|unchanged|here)\b/iu,
  /\b(?:rest|remainder) of (?:the |your |this )?(?:code|file|function|class|method|implementation|module)\b.*(?:unchanged|same|remains|here|\.{3}|…)/iu,
  /\b(?:existing|previous|original) (?:code|implementation|logic) (?:here|unchanged|remains|stays|goes here)\b/iu,
  /\b(?:your|insert|add|put|write) (?:own )?(?:code|implementation|logic) (?:goes )?here\b/iu,
  /\b(?:TODO|FIXME|XXX)\b:?\s*(?:implement|fill in|finish|complete|write|add (?:the )?(?:implementation|logic|body))\b/iu,
  /\bimplementation (?:goes here|left (?:out|as)|omitted|to be (?:done|added|written))\b/iu,
];
/** Statements that do nothing but say so. */
const STUBS: readonly RegExp[] = [
  /\b(?:todo|unimplemented)!\s*\(/u,
  /\b(?:throw|raise|panic|fatalError|error|die)\b.*["'`](?:TODO|FIXME|(?:this (?:function|method) is )?not (?:yet )?implemented(?: yet)?)\b/iu,
];

/** Bodies that were promised and not written. */
export function placeholderBodies(files: readonly FilePatch[]): CheckResult {
  const problems = addedLines(files)
    .filter(({ path }) => isSource(path))
    .filter(({ text }) =>
      isComment(text) || text.includes("/*") || / (?:\/\/|#) /u.test(text) || /^\s*(?:\.{3}|…)/u.test(text)
        ? [...LEFT_OUT, ...STUBS].some((pattern) => pattern.test(text))
        : STUBS.some((pattern) => pattern.test(text)),
    )
    .map((line) => at(line, "something is left out here"));
  return guardResult("no placeholder bodies", problems, "No added line stands for code that was left out.");
}
