import type { FilePatch } from "../split-patch.ts";
import { isRunnerFile } from "../rubric/runner-files.ts";

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/u;
const PACKAGES = String.raw`tape|jest|@jest/[\w-]+|vitest|@vitest/[\w-]+|mocha|jasmine|ava|tap|uvu|qunit|node:test|chai|expect|sinon|should|power-assert|unexpected`;

/**
 * How the program would take a test library in, by language. Not among them: what programs use too, as node:assert, and
 * what languages put tests beside the source with, as Go's testing and eunit.
 */
const IMPORTS: readonly (readonly [path: RegExp, line: RegExp])[] = [
  [
    SCRIPT,
    new RegExp(
      String.raw`(?:\brequire\(\s*|\bimport\(\s*|\bfrom\s+|^\s*import\s+)["'](?:${PACKAGES})(?:/[\w./-]*)?["']`,
      "u",
    ),
  ],
  [
    /\.pyi?$/u,
    /^\s*(?:import|from)\s+(?:_?pytest|unittest|nose2?)\b|\bimport_module\(\s*["'](?:_?pytest|unittest)\b/u,
  ],
  [/\.(?:pl|pm|pod|cgi)$/u, /^\s*(?:use|require)\s+(?:Test2?|TAP)::/u],
  [
    /\.(?:rb|ru|cr)$/u,
    /^\s*require\s*\(?\s*["'](?:minitest|rspec|test\/unit|test-unit|mocha|shoulda)(?:\/[\w/.-]*)?["']/u,
  ],
  [/\.php$/u, /^\s*use\s+\\?(?:PHPUnit|Pest|Codeception|Mockery)\\/u],
  [/\.exs?$/u, /^\s*(?:use|import|require|alias)\s+ExUnit\b/u],
  [
    /\.(?:java|kt|kts|scala|groovy)$/u,
    /^\s*import\s+(?:static\s+)?(?:org\.(?:junit|testng|assertj|hamcrest|mockito|scalatest|spockframework)|junit\.framework|kotlin\.test)\b/u,
  ],
  [
    /\.(?:cs|fs|vb)$/u,
    /^\s*(?:global\s+)?(?:using|open|Imports)\s+(?:static\s+)?(?:Xunit|NUnit|Microsoft\.VisualStudio\.TestTools|FluentAssertions|Shouldly)\b/u,
  ],
  [/\.swift$/u, /^\s*(?:@testable\s+)?import\s+(?:XCTest|Testing|Quick|Nimble)\b/u],
  [/\.dart$/u, /^\s*import\s+["']package:(?:test|test_api|flutter_test|matcher|mockito)\//u],
  [/\.(?:lua|moon)$/u, /\brequire\s*\(?\s*["'](?:busted|luassert|luaunit)\b/u],
  [
    /\.[rR]$/u,
    /\b(?:library|require|requireNamespace)\(\s*["']?(?:testthat|tinytest|RUnit)\b|\b(?:testthat|tinytest)::/u,
  ],
  [
    /\.(?:c|cc|cpp|cxx|h|hh|hpp)$/u,
    /^\s*#\s*include\s*[<"](?:gtest\/(?!gtest_prod)|gmock\/|catch2\/|boost\/test\/|CUnit\/|cmocka)/u,
  ],
  [/\.hs$/u, /^\s*import\s+(?:qualified\s+)?Test\.(?:Hspec|HUnit|Tasty)\b/u],
  [/\.clj[cs]?$/u, /\[?clojure\.test\b/u],
];
/** Paths that say of themselves that they are about tests: helpers, doubles, plug-ins of a runner, examples. */
const ABOUT_TESTS =
  /test|(?:^|[/._-])(?:specs?|e2e|qa)(?=[/._-])|mock|fixture|fake|stub|bench|stor(?:y|ies)|example|sample|rspec|junit|hspec|exunit|jasmine|mocha|chai|assert|expect|matcher/iu;
const TYPES_ONLY = /^\s*import\s+type\b/u;

/** Whether a line of the program takes a test library in, with which it could be bent. */
export function importsTestLibrary(path: string, text: string): boolean {
  if (ABOUT_TESTS.test(path) || isRunnerFile(path) || TYPES_ONLY.test(text)) return false;
  return IMPORTS.some(([file, line]) => file.test(path) && line.test(text));
}

/** Where a new file is found in the place of a test library, by the name that tests ask for. */
const STANDS_IN: readonly RegExp[] = [
  // Ruby: the folder lib is on the path of every test
  /(?:^|\/)lib\/(?:minitest(?:\/(?:autorun|test|unit|spec|mock|assertions|runnable|reporters?|parallel|expectations))?|rspec(?:\/(?:core|expectations|mocks|support|autorun|matchers)(?:\/[\w/]+)?)?|test[/-]unit(?:\/[\w/]+)?|rake\/testtask)\.rb$/u,
  // Perl
  /(?:^|(?:^|\/)(?:lib|blib)\/)(?:Test\/(?:More|Builder|Simple|Harness|Deep|Exception|Fatal|Differences|Most|Warn|Class)|Test\/Builder\/\w+|Test2\/(?:API|V0|Util|Event|Hub|IPC|Suite)(?:\/[\w/]+)?|TAP\/[\w/]+|App\/Prove(?:\/[\w/]+)?)\.pm$/u,
  // Python: the root and a src folder are on the path
  /^(?:src\/|lib\/|python\/)?(?:_?pytest|unittest|nose2?|pluggy|doctest|hypothesis)(?:\.pyi?|\/(?:__init__|case|main|runner|python_api|mock)\.py)$/u,
  // JavaScript, by NODE_PATH or as a workspace
  /^(?:src\/|lib\/)?(?:tape|mocha|vitest|chai|ava|tap|expect|sinon|uvu|qunit|jasmine)(?:\/index)?\.[cm]?[jt]s$|^(?:tape|mocha|vitest|chai|ava|tap|expect|sinon|uvu|qunit|jasmine)\/package\.json$/u,
  /(?:^|\/)PHPUnit\/(?:Framework|Runner|TextUI|Event)\/[\w/]+\.php$/u,
  /(?:^|\/)lib\/ex_unit(?:\/(?:assertions|case|runner|server|callbacks|cli_formatter))?\.ex$/u,
  // classes of a project come before those of its libraries
  /(?:^|\/)(?:java|kotlin|scala|groovy)\/(?:org\/(?:junit|testng|assertj|hamcrest|mockito|scalatest|spockframework)|junit\/framework|kotlin\/test)\/[\w/]+\.\w+$/u,
  /^(?:src\/|include\/|inc\/)?(?:assert\.h|cassert|(?:gtest|gmock)\/(?:gtest|gmock)\.h)$/u,
  /^(?:src\/|lua\/|lib\/)?(?:busted|luassert)(?:\/init)?\.lua$/u,
];

/** New files that a test would load in the place of its library. */
export function standIns(files: readonly FilePatch[]): string[] {
  return files
    .filter(({ file }) => file.newMode !== null && (file.oldMode === null || file.oldPath !== file.path))
    .map(({ file }) => file.path)
    .filter((path) => STANDS_IN.some((place) => place.test(path)))
    .map((path) => `${path}: stands in the place of a test library`);
}
