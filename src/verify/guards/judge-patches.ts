/** What runners put into the global scope. */
export const TEST_GLOBALS = "describe|it|test|expect|jest|vi|beforeEach|afterEach|suite|assert|should|chai";

/** Ways to change what a test's assertion, its runner or the end of the process means. */
const PATCHES: readonly RegExp[] = [
  /\b(?:assert|expect|chai|should|sinon)(?:\.\w+)*\.\w+\s*=(?![=>])/u,
  /\brequire\(\s*["'](?:node:)?(?:assert|test|chai|jest|mocha|vitest)[\w/:]*["']\s*\)(?:\.\w+)+\s*=(?![=>])/u,
  /\bprocess\.(?:exit|reallyExit|abort|emit|kill)\s*=(?![=>])|\bprocess\.exitCode\s*=\s*0\b/u,
  /\bprocess\.(?:on|once|prependListener)\(\s*["'](?:exit|beforeExit)["'].*(?:exitCode|exit\()/u,
  /\bdefineProperty\(\s*(?:process|assert|expect|console|global(?:This)?)\s*,\s*["'](?:exit|exitCode|strictEqual|deepEqual|equal|ok|expect|test|it|describe)/u,
  new RegExp(String.raw`\bglobal(?:This)?(?:\.|\[["'])(?:${TEST_GLOBALS})["'\]]*\s*=(?![=>])`, "u"),
  /\bModule\.(?:_load|_resolveFilename|_extensions|prototype\.require)\b.*=(?![=>])/u,
  /\b(?:sys\.exit|os\._exit|sys\.excepthook)\s*=(?!=)|\bos\._exit\(\s*0\s*\)/u,
  /\b(?:unittest|TestCase|pytest|_pytest)(?:\.\w+)*\.\w+\s*=(?!=)/u,
  /\bsetattr\(\s*(?:unittest|pytest|_pytest|TestCase|sys|os|builtins)\b/u,
  /\bbuiltins\.\w+\s*=(?!=)|__builtins__\s*\[/u,
  /^\s*(?:async\s+)?def pytest_\w+\(/u,
  /\b(?:Minitest|MiniTest|RSpec|Test::Unit)\S*\.(?:class_eval|prepend|send|define_method|singleton_class)\b|\bexit!\s*\(?\s*(?:0|true)\b/u,
  /^\s*#\s*(?:define\s+(?:assert|NDEBUG)|undef\s+assert)\b/u,
  /\b(?:Test|Assertion|Assert|TestCase)\.prototype(?:\.\w+|\[[^\]]+\])\s*=(?![=>])|\bObject\.(?:assign|definePropert(?:y|ies))\(\s*(?:Test|Assertion|Assert|TestCase)\.prototype\b/u,
  /\brequire\(\s*["'](?:tape|tap|ava|uvu|expect|sinon|should)[\w/.]*["']\s*\)(?:\.\w+)+\s*=(?![=>])/u,
  /\*\{?\s*["']?(?:main::)?(?:Test2?|TAP)::/u,
  /^\s*(?:class|module)\s+(?:Minitest|MiniTest|RSpec|Test::Unit)\b|\b(?:Minitest|MiniTest|RSpec|Test::Unit)\S*\.(?:class_exec|module_eval|include|extend|undef_method|remove_method|alias_method)\b/u,
  /^\s*namespace\s+PHPUnit\b|^\s*defmodule\s+ExUnit\b|\bmacro_rules!\s*(?:debug_)?assert\w*/u,
  /\b(?:monkey\.Patch|gomonkey\.Apply)\w*\(/u,
  /\bat_exit\b.*\bexit!?\s*\(?\s*(?:0|true)\b|\bregister_shutdown_function\(.*\bexit\b|\batexit\.register\(\s*os\._exit/u,
  /\bRuntime\.getRuntime\(\)\.halt\(\s*0|\bSystem\.setSecurityManager\(/u,
];

/** Whether a line gives an assertion, a runner or the end of the process another meaning. */
export function patchesJudge(text: string): boolean {
  return PATCHES.some((pattern) => pattern.test(text));
}
