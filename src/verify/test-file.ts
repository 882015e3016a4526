// The places where the common ecosystems keep tests and what only tests use.
const FOLDERS: readonly RegExp[] = [
  /(?:^|\/)(?:tests?|specs?|__(?:tests|mocks|snapshots|fixtures)__|testdata|testsuites?|unittests?|test[-_](?:data|helpers?|utils?|support|cases|fixtures|resources|suites?)|e2e|cypress|step_definitions|[\w.-]+[._-]tests?)\//iu,
  // MyAppTests, Example.UnitTests, src/integrationTest, src/testFixtures
  /(?:^|\/)[\w.-]*[a-z\d]Tests\/|(?:^|\/)src\/(?:\w*[a-z\d]Test|test[A-Z]\w*)\//u,
  // Perl, at the root and in a package below
  /^x?t\/|\/x?t\/[^/]+\.(?:t|pl|pm)$/u,
];
const NAMES: readonly RegExp[] = [
  /\.(?:test|tests|spec|specs|cy|e2e)\.[^./]+$/iu,
  /(?:^|\/)tests?\.[^./]+$/iu,
  /(?:^|\/)conftest\.py$/u,
  /(?:^|\/)test_[^/]+\.(?:py|rb|js|mjs|cjs|ts|pl|ml|lua|jl|r|nim|cr|zig)$/iu,
  /(?:^|\/)test-[^/]+\.(?:r|[cm]?[jt]sx?)$/iu,
  // a C file begins or ends with the word, a Qt test with tst_, a Google test ends with unittest
  /(?:^|\/)(?:(?:test|tst)[-_][^/]+|[^/]+[-_](?:unit)?tests?)\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|cu|d|f90)$/iu,
  /_(?:test|tests|spec)\.(?:py|go|rb|exs?|dart|rs|[cm]?[jt]sx?|lua|moon|ml|erl|clj[cs]?|cr|zig|nim|jl|hs|fs|sh|bash|v|gleam)$/u,
  /[-.](?:test|tests|spec)\.[cm]?[jt]sx?$/u,
  /_SUITE\.erl$/u,
  /(?:^|\/)(?:\w+(?:Test|Tests|TestCase|Cest)|Test[A-Z\d_]\w*)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift|hs|m|mm|cc|cpp|cxx|c|h|dart)$/u,
  /(?:^|\/)\w*(?:[a-z\d]IT\.(?:java|kt|groovy)|Spec\.(?:kt|scala|groovy|swift|hs|php|cs|fs))$/u,
  /\.(?:bats|snap|t|phpt|feature)$/u,
];
/** Maven and its followers keep the program here, whatever its packages are called. */
const PROGRAM = /(?:^|\/)src\/main\//u;

/** Whether a path is test code or test data by the conventions of its ecosystem. */
export function isTestFile(path: string): boolean {
  if (PROGRAM.test(path)) return false;
  return [...FOLDERS, ...NAMES].some((pattern) => pattern.test(path));
}
