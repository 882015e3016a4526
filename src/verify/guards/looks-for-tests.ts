import { TEST_GLOBALS } from "./judge-patches.ts";

const RUNNERS = String.raw`jest|mocha|vitest|jasmine|karma|tape|ava|pytest|py\.test|unittest|nosetests?|rspec|minitest|rake_test_loader|phpunit|exunit|junit|testng|xunit|nunit|bats|busted|testthat`;

/** Set by runners and by nothing else. */
const VARIABLES = String.raw`JEST_WORKER_ID|VITEST(?:_\w+)?|MOCHA_\w+|NODE_TEST_CONTEXT|PYTEST_\w+|_*PHPUNIT_\w+|RUST_TEST_\w+|NEXTEST(?:_\w+)?|TAP_CHILD_ID|AVA_PATH|BATS_(?:TEST|SUITE|RUN|FILE|ROOT|LIBEXEC|VERSION|CWD|TMPDIR)\w*|HARNESS_(?:ACTIVE|VERSION|IS_\w+|OPTIONS|PERL\w*)|DASHBOARD_TEST_FROM_CTEST|CTEST_INTERACTIVE_\w+|PLAYWRIGHT_TEST\w*|FLUTTER_TEST|XCTest(?:ConfigurationFilePath|BundlePath|SessionIdentifier)|VSTEST_\w+`;
/** Beginnings of such names that are words of other things too, unless they are read from the environment. */
const PREFIXES =
  "JEST|KARMA|CYPRESS|JASMINE|RSPEC|SPEC_OPTS|MINITEST|TESTOPTS|TESTTHAT|CTEST|GTEST|BATS|UNITTEST|TEST_ENV|EXUNIT|MIX_TEST";
const READS = String.raw`(?:(?:\benv|\benviron|\bENV|\benvironment)(?:\.(?:get|fetch|key\?|has_key\?|include\?|containsKey))?|\b(?:getenv|GetEnvironmentVariable|get_env|fetch_env!?|LookupEnv|Getenv|env::var(?:_os)?|option_env!))`;

/** Ways to know that a test is running, by language. */
const DETECTS: readonly RegExp[] = [
  /\bNODE_ENV\b["'\]]*\s*[!=]==?\s*["'`]test/u,
  /["'`]test(?:ing)?["'`]\s*[!=]==?\s*(?:process\.)?env\b/u,
  /\benv(?:\.|\[["'])MODE["'\]]*\s*[!=]==?\s*["'`]test/u,
  /\bimport\.meta\.vitest\b/u,
  new RegExp(String.raw`\b(?:${VARIABLES})\b`, "u"),
  new RegExp(String.raw`${READS}[^\w]{0,4}(?:${PREFIXES})(?:_\w+)?\b`, "u"),
  new RegExp(String.raw`["'\x60](?:${PREFIXES})(?:_\w+)?["'\x60]\]? +(?:not )?in\b`, "u"),
  // a way to the package's folder is used, a question whether it is set is about who runs it
  /\benv::var(?:_os)?\(\s*"CARGO\w*"\s*\)\s*\.(?:is_\w+|ok\(\)\.is_)|\b(?:Ok|Some|Err)\(_\)\s*=\s*(?:std::)?env::var(?:_os)?\(\s*"CARGO\w*"/u,
  /\bnpm_lifecycle_(?:event|script)\b/u,
  new RegExp(String.raw`\btypeof\s+(?:global(?:This)?\.)?(?:${TEST_GLOBALS})\s*[!=]==?\s*["'\x60]`, "u"),
  new RegExp(String.raw`\bglobal(?:This)?(?:\.|\?\.|\[["'])(?:${TEST_GLOBALS}|jasmine|Mocha)\b`, "u"),
  /\b_called_from_test\b|\bimport\s+_pytest\b|\bfrom\s+_pytest\b/u,
  /\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest|MiniTest|Test::Unit)\b|\bconst_defined\?\W+(?:RSpec|Mini[Tt]est)\b|\bRails\.env\.test\?|ENV\[["'](?:RAILS|RACK|APP)_ENV["']\]\s*[!=]=\s*["']test/u,
  /\btesting\.Testing\(\)|\bflag\.Lookup\(\s*["'`]test\./u,
  /\bcfg!\s*\(\s*test\s*\)|#!?\[cfg\(not\(test\)\)\]/u,
  /\b(?:class_exists|defined)\s*\(\s*["']?\\*_*PHPUnit|Class\.forName\(\s*"org\.(?:junit|testng)|\bNSClassFromString\(\s*@?"XCT/iu,
  /\bgetenv\(\s*["']APP_ENV["']\s*\)\s*[!=]==?\s*["']test|\brunningUnitTests\(\)|\bApp::environment\(\s*["']test|["']test["'] in sys\.argv/u,
  /\bMix\.env(?:\(\))?\s*(?:[!=]==?\s*:test\b|in\s*(?:\[[^\]]*:test\b|~w))|:test\s*[!=]==?\s*Mix\.env\b|\b(?:get_env|fetch_env!?)\(\s*"MIX_ENV"/u,
  /\b(?:ensure_loaded\?|is_loaded|function_exported\?|whereis)\W+.*\bExUnit\b|\b(?:started|loaded)_applications\b.*\bex_unit\b/u,
  /\$INC\{\s*["']?(?:Test2?|TAP)\/|\bdefined\s*\(?\s*&(?:\w+::)*Test2?::/u,
  /\bis_testing\(\)|\bisdefined\(\s*Main\s*,\s*:Test\b|\bpackage\.loaded(?:\.|\[["'])(?:busted|luassert|luaunit)\b/u,
];

/** Words that are ordinary each by itself, and together in one line are not. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:argv|execArgv|ARGV|os\.Args|PROGRAM_NAME|main\.filename|require\.cache|GetAssemblies)\b|\$0(?!\d)/u,
    new RegExp(String.raw`\b(?:${RUNNERS})\b|--test\b|\.(?:test|spec)\b|["'\x60]_?tests?[/_.]|\\\.t\b`, "u"),
  ],
  [/\bcurrent_exe\b/u, /\bdeps\b/u],
  [/\bthread::current\(\)/u, /\btests?\b|"main"/u],
  [/\bsys\.modules\b|\bin modules\b/u, new RegExp(String.raw`["']_?(?:${RUNNERS}|nose2?)["'.]`, "u")],
  [
    /\b(?:stack|getStackTrace|currentframe|_getframe|extract_stack|caller\w*)\b/u,
    new RegExp(String.raw`\b(?:${RUNNERS})\b|["'\x60/._]tests?\b|\btest_|["'\x60]spec`, "u"),
  ],
];

/** Whether a line asks if a test is running. */
export function looksForTests(text: string): boolean {
  return (
    DETECTS.some((pattern) => pattern.test(text)) ||
    PAIRS.some(([one, other]) => one.test(text) && other.test(text))
  );
}
