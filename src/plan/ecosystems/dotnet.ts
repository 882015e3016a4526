import type { Ecosystem } from "./ecosystem.ts";

export const dotnet: Ecosystem = {
  name: "dotnet",
  rules: [
    { program: "dotnet", sub: "test, vstest, cake --target=Test", role: "test" },
    { program: "dotnet", sub: "format", with: "--verify-no-changes --check", role: "lint" },
    { program: "dotnet", sub: "format, csharpier format", role: "write" },
    { program: "dotnet", sub: "csharpier check, csharpier", role: "lint" },
    { program: "dotnet", sub: "nuget push, nuget sign, publish-nuget", role: "publish" },
    { program: "dotnet", sub: "watch, run", role: "hang" },
    { program: "dotnet", sub: "build, msbuild, pack, publish", role: "build" },
    { program: "dotnet", sub: "restore, tool, workload, new, add, nuget, dev-certs", role: "setup" },
    { program: "dotnet", with: "--info --version --list-sdks", role: "inspect" },
    { program: "nuget", sub: "push", role: "publish" },
    { program: "nuget", sub: "restore, install", role: "setup" },
    { program: "msbuild", role: "build" },
    { program: "nunit3-console xunit.console vstest.console", role: "test" },
    { program: "fantomas", with: "--check", role: "lint" },
    { program: "fantomas", role: "write" },
    { program: "paket", role: "setup" },
    { program: "invoke-pester", role: "test" },
    { program: "invoke-scriptanalyzer", role: "lint" },
    {
      program: "install-module import-module set-psrepository write-host write-output get-childitem",
      role: "setup",
    },
  ],
  tasks: [{ program: "nuke", source: "name" }],
  wrappers: [{ program: "pwsh powershell", valued: ["-ExecutionPolicy", "-NoProfile"] }, { program: "mono" }],
};
