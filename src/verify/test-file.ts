// The places where the common ecosystems keep tests and what only tests use.
const FOLDERS =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|__snapshots__|testdata|test-data|test_helpers|e2e|[\w.-]+[.-]tests?|cypress)\//iu;
const NAMES: readonly RegExp[] = [
  /\.(?:test|tests|spec|specs|cy|e2e)\.[^./]+$/iu,
  /(?:^|\/)tests?\.[^./]+$/iu,
  /(?:^|\/)test_[^/]+\.py$/u,
  /(?:^|\/)conftest\.py$/u,
  /_(?:test|tests|spec)\.(?:py|go|rb|exs|dart|cc|cpp|c|rs|js|ts|lua|ml|erl)$/u,
  /(?:^|\/)(?:\w+(?:Test|Tests|Spec|TestCase|IT)|Test\w+)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift|hs|m|mm)$/u,
  /\.(?:bats|snap)$/u,
];

/** Whether a path is test code or test data by the conventions of its ecosystem. */
export function isTestFile(path: string): boolean {
  return FOLDERS.test(path) || NAMES.some((name) => name.test(path));
}
