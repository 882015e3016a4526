import type { ProofGates } from "../../domain/proof-gates.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import type { FilePatch } from "../split-patch.ts";
import { addedLines, type AddedLine, at, isComment, isSource } from "./added-lines.ts";
import { guardResult } from "./guard-result.ts";

const RUNNERS = String.raw`jest|mocha|vitest|jasmine|karma|pytest|py\.test|unittest|nosetests?|rspec|minitest|phpunit|junit|xunit|nunit`;
const GLOBALS = "describe|it|test|expect|jest|vi|beforeEach|afterEach|suite|assert|should|chai";

/** Ways to know that a test is running, by language. */
const DETECTS: readonly RegExp[] = [
  /\bNODE_ENV\b["'\]]*\s*[!=]==?\s*["'`]test/u,
  /["'`]test(?:ing)?["'`]\s*[!=]==?\s*(?:process\.)?env\b/u,
  /\benv(?:\.|\[["'])MODE["'\]]*\s*[!=]==?\s*["'`]test/u,
  /\bimport\.meta\.vitest\b/u,
  /\b(?:JEST_WORKER_ID|VITEST(?:_\w+)?|MOCHA_\w+|NODE_TEST_CONTEXT|PYTEST_\w+|PHPUNIT_\w+|RUST_TEST_\w+|TAP_CHILD_ID|AVA_PATH)\b/u,
  /\bnpm_lifecycle_(?:event|script)\b/u,
  new RegExp(String.raw`\btypeof\s+(?:global(?:This)?\.)?(?:${GLOBALS})\s*[!=]==?\s*["'\x60]`, "u"),
  new RegExp(String.raw`\bglobal(?:This)?(?:\.|\?\.|\[["'])(?:${GLOBALS}|jasmine|Mocha)\b`, "u"),
  /\b_called_from_test\b|\bimport\s+_pytest\b|\bfrom\s+_pytest\b/u,
  /\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest|MiniTest|Test::Unit)\b|\bRails\.env\.test\?|ENV\[["'](?:RAILS|RACK|APP)_ENV["']\]\s*[!=]=\s*["']test/u,
  /\btesting\.Testing\(\)|\bflag\.Lookup\(\s*["'`]test\./u,
  /\bcfg!\s*\(\s*test\s*\)|#!?\[cfg\(not\(test\)\)\]/u,
  /\b(?:class_exists|defined)\s*\(\s*["']\\*PHPUnit|Class\.forName\(\s*"org\.(?:junit|testng)/iu,
];

/** Words that are ordinary each by itself, and together in one line are not. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:argv|execArgv|ARGV|os\.Args|PROGRAM_NAME|main\.filename)\b/u,
    new RegExp(String.raw`\b(?:${RUNNERS})\b|--test\b|\.(?:test|spec)\b|["'\x60]_?tests?[/_.]`, "u"),
  ],
  [/\bsys\.modules\b|\bin modules\b/u, new RegExp(String.raw`["']_?(?:${RUNNERS}|nose2?)["'.]`, "u")],
  [
    /\b(?:stack|getStackTrace|currentframe|_getframe|extract_stack|caller\w*)\b/u,
    new RegExp(String.raw`\b(?:${RUNNERS})\b|["'\x60/._]tests?\b|\btest_|["'\x60]spec`, "u"),
  ],
];

/** Ways to change what a test's assertion, its runner or the end of the process means. */
const PATCHES: readonly RegExp[] = [
  /\b(?:assert|expect|chai|should|sinon)(?:\.\w+)*\.\w+\s*=(?![=>])/u,
  /\brequire\(\s*["'](?:node:)?(?:assert|test|chai|jest|mocha|vitest)[\w/:]*["']\s*\)(?:\.\w+)+\s*=(?![=>])/u,
  /\bprocess\.(?:exit|reallyExit|abort|emit|kill)\s*=(?![=>])|\bprocess\.exitCode\s*=\s*0\b/u,
  /\bprocess\.(?:on|once|prependListener)\(\s*["'](?:exit|beforeExit)["'].*(?:exitCode|exit\()/u,
  /\bdefineProperty\(\s*(?:process|assert|expect|console|global(?:This)?)\s*,\s*["'](?:exit|exitCode|strictEqual|deepEqual|equal|ok|expect|test|it|describe)/u,
  new RegExp(String.raw`\bglobal(?:This)?(?:\.|\[["'])(?:${GLOBALS})["'\]]*\s*=(?![=>])`, "u"),
  /\bModule\.(?:_load|_resolveFilename|_extensions|prototype\.require)\b.*=(?![=>])/u,
  /\b(?:sys\.exit|os\._exit|sys\.excepthook)\s*=(?!=)|\bos\._exit\(\s*0\s*\)/u,
  /\b(?:unittest|TestCase|pytest|_pytest)(?:\.\w+)*\.\w+\s*=(?!=)/u,
  /\bsetattr\(\s*(?:unittest|pytest|_pytest|TestCase|sys|os|builtins)\b/u,
  /\bbuiltins\.\w+\s*=(?!=)|__builtins__\s*\[/u,
  /^\s*(?:async\s+)?def pytest_\w+\(/u,
  /\b(?:Minitest|MiniTest|RSpec|Test::Unit)\S*\.(?:class_eval|prepend|send|define_method|singleton_class)\b|\bexit!\s*\(?\s*(?:0|true)\b/u,
  /^\s*#\s*(?:define\s+(?:assert|NDEBUG)|undef\s+assert)\b/u,
  /\bRuntime\.getRuntime\(\)\.halt\(\s*0|\bSystem\.setSecurityManager\(/u,
];
const ALWAYS_EQUAL =
  /^\s*(?:def\s+__(?:eq|ne)__\s*\(|def ==\s*\(|bool(?:ean)?\s+(?:operator==|equals)\s*\()/u;
const YES = /^\s*(?:return\s+)?true;?\s*$/iu;

/** Source that behaves differently under test, or changes what judges it. */
export function testDetection(files: readonly FilePatch[], gate: ProofGates["testDetection"]): CheckResult[] {
  if (gate === "off") return [];
  const lines = addedLines(files).filter(({ path, text }) => isSource(path) && !isComment(text));
  const problems = lines.flatMap((line) => {
    const says = saysOf(line);
    return says === null ? [] : [at(line, says)];
  });
  return [guardResult("no test detection", problems, "No added line looks whether a test is running.", gate)];
}

function saysOf({ text, above }: AddedLine): string | null {
  const isPair = PAIRS.some(([one, other]) => one.test(text) && other.test(text));
  if (isPair || DETECTS.some((pattern) => pattern.test(text))) return "looks whether a test is running";
  if (PATCHES.some((pattern) => pattern.test(text))) return "changes what judges the code";
  const isEqualToAll = above !== null && ALWAYS_EQUAL.test(above) && YES.test(text);
  return isEqualToAll ? "is equal to everything" : null;
}
