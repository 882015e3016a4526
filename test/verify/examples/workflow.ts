/** A CI workflow with one job of these steps, as most repositories have it. */
export function workflow(...steps: string[]): string {
  const lines = ["uses: actions/checkout@v4", ...steps].map(
    (step) => `      - ${step.replaceAll("\n", "\n        ")}`,
  );
  return `name: CI\non:\n  push:\n    branches: [main]\n  pull_request:\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${lines.join("\n")}\n`;
}

export const WORKFLOW = ".github/workflows/ci.yml";
