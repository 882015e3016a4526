import { expect, test } from "@jest/globals";
import { plainPowershell } from "../../../src/plan/shell/plain-powershell.ts";
import { checksOf, planOfWorkflow, reasonFor } from "../repository.ts";

test.each([
  ["./build.ps1 -Configuration Release", "./build.ps1 -Configuration Release"],
  [".\\build.ps1", "./build.ps1"],
  ["& ./build.ps1 -Target Test", "./build.ps1 -Target Test"],
  ["# why\r\nnpm ci\r\n\r\nnpm test && npm run lint", "npm ci\nnpm test && npm run lint"],
  [
    'dotnet test -c Release --logger "trx;LogFileName=a.trx"',
    'dotnet test -c Release --logger "trx;LogFileName=a.trx"',
  ],
  ["npx eslint@9 .", "npx eslint@9 ."],
])("plain commands mean the same in both: %j", (script, expected) => {
  expect(plainPowershell(script)).toBe(expected);
});

test.each([
  "$env:CI = 'true'\nnpm test",
  "if (Test-Path x) { npm test }",
  "if ('a' -eq 'b') {\n  npm test\n}",
  "Get-ChildItem -Recurse | ForEach-Object { dotnet test $_ }",
  "Invoke-Pester",
  "npm test; Remove-Item -Recurse dist; Write-Output ok",
  "npm test | Tee-Object out.txt",
  "npm test > out.txt",
  "npm run `\n  test",
  "dotnet test @options",
  "dotnet test src\\a.csproj",
  "Start-Job { npm start } &",
  "exit 0",
])("what is PowerShell's own is not read: %j", (script) => {
  expect(plainPowershell(script)).toBeNull();
});

function planOfStep(shell: string, run: string): ReturnType<typeof planOfWorkflow> {
  const step = JSON.stringify({ shell, run });
  return planOfWorkflow(`on: pull_request\njobs: { t: { runs-on: ubuntu-latest, steps: [${step}] } }`);
}

test("a PowerShell step is reported whole when it is more than plain commands", async () => {
  const script = "$env:NODE_ENV = 'test'\nnpx jest";
  const plan = await planOfStep("pwsh", script);
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, script)).toBe(
    "is a PowerShell script of more than plain commands, which is not read",
  );
});

test("a plain command in PowerShell runs in PowerShell", async () => {
  const plan = await planOfStep("pwsh", ".\\test.ps1 -Fast");
  expect(plan.checks).toMatchObject([{ command: "./test.ps1 -Fast", kind: "test", shell: "pwsh" }]);
});

test.each([
  "python",
  "python {0}",
  "pypy3.10 {0}",
  "node {0}",
  "Rscript {0}",
  "cmd",
  "nu {0}",
  "fish",
  "julia --color=yes {0}",
])("a step for %s is reported, not read as a shell's", async (shell) => {
  const plan = await planOfStep(shell, "npx jest");
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, "npx jest")).toBe(`is a script for ${shell.split(" ")[0]}, not a shell line`);
});

test.each([
  "bash -el {0}",
  "sh",
  "zsh {0}",
  "nix develop -c bash -e {0}",
  "alpine.sh {0}",
  "conda run -n python bash {0}",
])("%s is a shell", async (shell) => {
  expect(checksOf(await planOfStep(shell, "npx jest"))).toEqual(["test npx jest"]);
});
