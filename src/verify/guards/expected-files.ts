import type { ChangedFile } from "../../domain/ports/workspace.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import { isTestFile } from "../test-file.ts";
import { guardResult } from "./guard-result.ts";

/** What tools leave behind and nobody means to keep. */
const LEFTOVERS: readonly [string, RegExp][] = [
  [
    "installed dependencies",
    /(?:^|\/)(?:node_modules|bower_components|site-packages|\.?venv|\.bundle|\.gradle|\.m2)\//u,
  ],
  [
    "a cache",
    /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.nyc_output|\.cache|\.parcel-cache|\.turbo|\.eslintcache|[\w.-]+\.egg-info)(?:\/|$)/u,
  ],
  ["compiled code", /\.(?:pyc|pyo|class|o|obj|so|dylib|dll|exe|a|lib|jar|war|wasm|beam|hi)$/iu],
  [
    "a coverage report",
    /(?:^|\/)(?:\.coverage(?:\.[\w.-]+)?|coverage\/lcov[\w.-]*|lcov\.info)$|(?:^|\/)htmlcov\//u,
  ],
  [
    "a leftover of a merge or an editor",
    /\.(?:orig|rej|bak|swp|swo|tmp)$|~$|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|core)$/u,
  ],
  ["a log", /(?:^|\/)[\w.-]+\.log$|(?:^|\/)(?:nohup\.out)$/u],
  [
    "a file for secrets",
    /(?:^|\/)\.env(?!\.(?:example|sample|template|dist|test|defaults?)$)(?:\.[\w-]+)*$|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:p12|pfx|jks|keystore|kdbx)$/iu,
  ],
  ["git's own", /(?:^|\/)\.git(?:\/|$)/u],
];

/** Whether the change holds what a person would expect in it: no leftovers, no binary that nobody asked for. */
export function expectedFiles(files: readonly ChangedFile[], binariesAsked: boolean): CheckResult {
  const problems = files.flatMap((file) => {
    const { path, status, binary } = file;
    if (status === "deleted") return [];
    const kind =
      status === "added" || status === "renamed" ? LEFTOVERS.find(([, name]) => name.test(path)) : undefined;
    if (kind !== undefined && !(isTestFile(path) && kind[0] !== "installed dependencies"))
      return [`${path}: ${kind[0]}, which does not belong into a change`];
    const isUnasked = binary && status !== "renamed" && !binariesAsked && !isTestFile(path);
    return isUnasked ? [`${path}: a binary file, and none was asked for`] : [];
  });
  return guardResult("expected files", problems, "Only kinds of files that belong into a change.");
}
