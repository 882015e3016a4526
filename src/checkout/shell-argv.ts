import { AvatarError } from "../domain/errors.ts";

const scriptFile = "/tmp/avatar-step";

/** How a line is handed to its shell, after GitHub's own table; `{0}` in a template stands for the script's file. */
const shells: Readonly<Record<string, (line: string) => string[]>> = {
  bash: (line) => ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", line],
  sh: (line) => ["sh", "-e", "-c", line],
  dash: (line) => ["dash", "-e", "-c", line],
  zsh: (line) => ["zsh", "-e", "-c", line],
  python: (line) => ["python", "-c", line],
  python3: (line) => ["python3", "-c", line],
  node: (line) => ["node", "-e", line],
  pwsh: (line) => ["pwsh", "-NoLogo", "-NonInteractive", "-Command", line],
};

export function shellArgv(line: string, shell: string): string[] {
  const known = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (known !== undefined) return known(line);
  const words = shell.trim().split(/\s+/);
  if (!words.includes("{0}")) {
    throw new AvatarError("COMMAND_FAILED", {
      message: `The shell "${shell}" is not known.`,
      advice: "Name bash, sh, python, node or pwsh, or a template with {0} for the script.",
    });
  }
  if (words[0] === "bash" || words[0] === "sh")
    return words.flatMap((word) => (word === "{0}" ? ["-c", line] : [word]));
  const command = words.map((word) => (word === "{0}" ? scriptFile : word));
  return ["sh", "-c", `printf '%s\\n' "$1" > ${scriptFile}; shift; exec "$@"`, "sh", line, ...command];
}
