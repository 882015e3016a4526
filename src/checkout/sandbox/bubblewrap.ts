import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { baseEnv, forwarderPort, proxyEnv } from "./command-env.ts";
import type { Launch, Sandbox, SandboxedCommand, SandboxLimits } from "./sandbox.ts";
import type { Toolchains } from "./toolchains.ts";

/** The tree's place inside, the same for every copy: virtual environments and build caches hold absolute paths. */
const treeInside = "/workspace";
const homeInside = "/home/avatar";

const shown = {
  proxy: "/run/avatar/proxy.sock",
  node: "/run/avatar/node",
  forwarder: "/run/avatar/forwarder",
};

/** Read-only parts of /etc that tools look for. Accounts and hosts are written anew: they say things about the machine. */
const etc = [
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "debian_version",
  "fonts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "lsb-release",
  "magic",
  "maven",
  "mime.types",
  "mono",
  "nsswitch.conf",
  "os-release",
  "perl",
  "php",
  "protocols",
  "python3",
  "services",
  "ssl",
  "timezone",
];

// The outer shell joins both streams into one pipe, which keeps their order, and hands over small files by descriptor.
const launcher = `exec "$@" 2>&1 3<<'PASSWD' 4<<'GROUP' 5<<'HOSTS'
root:x:0:0:root:/root:/usr/sbin/nologin
avatar:x:1000:1000:avatar:${homeInside}:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
PASSWD
root:x:0:
avatar:x:1000:
nogroup:x:65534:
GROUP
127.0.0.1 localhost sandbox
::1 localhost
HOSTS
`;

const etcByDescriptor = { "/etc/passwd": "3", "/etc/group": "4", "/etc/hosts": "5" };

export interface BubblewrapOptions {
  toolchains: Toolchains;
  limits: SandboxLimits;
  /** Whether this bwrap can forbid further user namespaces (0.8 and later). */
  disablesUserNamespaces: boolean;
}

/** Confinement by Linux namespaces: no capability, no network, nothing writable but the tree and its home. */
export function createBubblewrap(options: BubblewrapOptions): Sandbox {
  const fixed = [...namespaces(options), ...systemMounts(options.toolchains), ...ownMounts(options.limits)];
  const limits = limitArguments(options.limits);
  const env = baseEnv(homeInside, options.toolchains);
  return {
    name: "bubblewrap",
    confines: true,
    wrap(command): Launch {
      const inside = command.proxySocket === null ? command.argv : [...forwarder(), ...command.argv];
      const variables = { ...env, ...(command.proxySocket === null ? {} : proxyEnv()), ...command.env };
      const args = [...fixed, ...treeMounts(command), ...setEnv(variables), ...lastMounts(command)];
      return {
        file: "/bin/sh",
        args: ["-c", launcher, "avatar", "prlimit", ...limits, "bwrap", ...args, "--", ...inside],
        cwd: "/",
        env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
        marker: null,
      };
    },
  };
}

function namespaces({ disablesUserNamespaces }: BubblewrapOptions): string[] {
  return [
    ...flags("--die-with-parent --new-session --unshare-all --unshare-user"),
    ...(disablesUserNamespaces ? ["--disable-userns"] : []),
    ...flags("--uid 1000 --gid 1000 --cap-drop ALL --hostname sandbox --clearenv"),
  ];
}

function systemMounts(toolchains: Toolchains): string[] {
  const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].flatMap((root) => {
    if (!existsSync(root)) return [];
    return lstatSync(root).isSymbolicLink() ? ["--symlink", readlinkSync(root), root] : readOnly(root);
  });
  const written = Object.entries(etcByDescriptor).flatMap(([file, fd]) => ["--ro-bind-data", fd, file]);
  const javas = readdirSync("/etc").filter((name) => name.startsWith("java"));
  const settings = [...etc, ...javas].flatMap((name) => readOnly(`/etc/${name}`));
  return [...readOnly("/usr"), ...roots, ...settings, ...written, ...toolchains.mounts.flatMap(readOnly)];
}

function readOnly(place: string): string[] {
  return ["--ro-bind-try", place, place];
}

function ownMounts(limits: SandboxLimits): string[] {
  const size = limits.tmpBytes;
  return [
    ...flags(`--proc /proc --dev /dev --size ${size} --tmpfs /dev/shm --remount-ro /dev`),
    ...flags(`--size ${size} --tmpfs /tmp --dir /var --symlink /tmp /var/tmp --dir /run`),
  ];
}

function treeMounts({ tree, home, gitView }: SandboxedCommand): string[] {
  const bound = ["--bind", tree, treeInside, "--bind", home, homeInside];
  if (gitView === null) return bound;
  const git = `${treeInside}/.git`;
  return [...bound, "--ro-bind", gitView.dir, git, "--ro-bind", gitView.objects, `${git}/objects`];
}

function lastMounts({ cwd, proxySocket }: SandboxedCommand): string[] {
  const proxy = proxySocket === null ? [] : forwarderMounts(proxySocket);
  return [...proxy, "--remount-ro", "/", "--chdir", path.posix.join(treeInside, cwd)];
}

function forwarderMounts(socket: string): string[] {
  const own = [
    ...readOnlyAt(process.execPath, shown.node),
    ...readOnlyAt(forwarderFile(), forwarderInside()),
  ];
  return ["--bind", socket, shown.proxy, ...own];
}

function readOnlyAt(place: string, inside: string): string[] {
  return ["--ro-bind", place, inside];
}

function flags(line: string): string[] {
  return line.split(" ");
}

function setEnv(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]);
}

function limitArguments(limits: SandboxLimits): string[] {
  const hard = hardLimits();
  const atMost = (wanted: number, name: string): number => Math.min(wanted, hard.get(name) ?? wanted);
  return [
    `--data=${atMost(limits.memoryBytes, "Max data size")}`,
    `--cpu=${atMost(limits.cpuSeconds, "Max cpu time")}`,
    `--fsize=${atMost(limits.fileBytes, "Max file size")}`,
    `--nofile=${atMost(limits.openFiles, "Max open files")}`,
    `--nproc=${atMost(limits.processes, "Max processes")}`,
    "--core=0",
  ];
}

/** Only root may raise a hard limit; asking for more than it would keep every command from starting. */
function hardLimits(): Map<string, number> {
  const rows = readFileSync("/proc/self/limits", "utf8").split("\n").slice(1);
  const pairs = rows.map((row) => [row.slice(0, 26).trim(), Number(row.slice(47, 68).trim())] as const);
  return new Map(pairs.filter(([, limit]) => Number.isInteger(limit)));
}

function forwarder(): string[] {
  return [shown.node, forwarderInside(), String(forwarderPort), shown.proxy];
}

/** The forwarder runs as it lies here: TypeScript in the checkout, JavaScript where it was built. */
function forwarderFile(): string {
  const extension = import.meta.filename.endsWith(".ts") ? ".mts" : ".mjs";
  return fileURLToPath(new URL(`./forwarder${extension}`, import.meta.url));
}

function forwarderInside(): string {
  return `${shown.forwarder}${path.extname(forwarderFile())}`;
}
