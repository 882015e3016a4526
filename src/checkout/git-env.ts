/** Settings that keep git from running anything a repository, a user or a machine asks it to run. */
const isolation: readonly (readonly [string, string])[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.excludesFile", "/dev/null"],
  ["core.sshCommand", "false"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["core.quotePath", "false"],
  ["core.autocrlf", "false"],
  ["credential.helper", ""],
  ["diff.ignoreSubmodules", "all"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  // A pack stays a pack: writing its objects out one by one takes longer than the rest of a small fetch.
  ["fetch.unpackLimit", "1"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["advice.addEmbeddedRepo", "false"],
  ["protocol.allow", "never"],
  ["protocol.https.allow", "always"],
  ["protocol.http.allow", "always"],
];

export interface GitEnvOptions {
  /** Only for a source that is a path on this machine. */
  allowsLocalPaths?: boolean;
  /** More settings, strongest last. A credential comes this way: it is in no argument and in no file. */
  settings?: readonly (readonly [string, string])[];
  /** A configuration file of avatar's own in place of the user's. */
  globalConfig?: string;
}

/** The whole environment of one git process: nothing of the operator's own settings reaches it. */
export function gitEnv(options: GitEnvOptions = {}): Record<string, string> {
  const { allowsLocalPaths = false, settings = [], globalConfig = "/dev/null" } = options;
  const local: [string, string][] = allowsLocalPaths ? [["protocol.file.allow", "always"]] : [];
  const all = [...isolation, ...local, ...settings];
  const numbered = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: globalConfig,
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    GIT_SSH_COMMAND: "/bin/false",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    ...(Object.fromEntries(numbered) as Record<string, string>),
    GIT_CONFIG_COUNT: String(all.length),
  };
}
