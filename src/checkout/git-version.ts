import { AvatarError } from "../domain/errors.ts";
import { runForText } from "./exec.ts";

const OLDEST: readonly [number, number] = [2, 36];

/** Which git this machine has, one short text. @throws CHECKOUT_FAILED when there is none, or it is too old. */
export async function describeGit(): Promise<string> {
  const advice = "Install git 2.36 or newer with the system's package manager.";
  const { exitCode, output } = await runForText({
    file: "git",
    args: ["--version"],
    cwd: "/",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    timeoutMs: 10_000,
  });
  if (exitCode !== 0) {
    throw new AvatarError("CHECKOUT_FAILED", { message: "There is no git on this machine.", advice });
  }
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(output) ?? [];
  const [oldMajor, oldMinor] = OLDEST;
  if (Number(major) > oldMajor || (Number(major) === oldMajor && Number(minor) >= oldMinor))
    return output.trim();
  throw new AvatarError("CHECKOUT_FAILED", { message: `${output.trim()} is too old.`, advice });
}
