import path from "node:path";
import { baseEnv } from "./command-env.ts";
import type { Launch, Sandbox } from "./sandbox.ts";
import type { Toolchains } from "./toolchains.ts";

/**
 * No confinement at all, for an operator who names it: the command can read, write and reach whatever avatar can.
 * The environment is still cleared, and a mark in it finds children that start a session of their own.
 */
export function createUnsafeNone(toolchains: Toolchains, newId: () => string): Sandbox {
  return {
    name: "unsafe-none",
    confines: false,
    wrap(command): Launch {
      const mark = newId();
      return {
        file: "/bin/sh",
        args: ["-c", 'exec "$@" 2>&1', "avatar", ...command.argv],
        cwd: path.join(command.tree, command.cwd),
        env: { ...baseEnv(command.home, toolchains), ...command.env, AVATAR_COMMAND: mark },
        marker: `AVATAR_COMMAND=${mark}`,
      };
    },
  };
}
