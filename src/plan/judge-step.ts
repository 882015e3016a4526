import { posix } from "node:path";
import type { Artefacts } from "./artefacts.ts";
import type { Candidate } from "./candidate.ts";
import { classifyNode } from "./classify/classify-node.ts";
import type { ClassifyScope } from "./classify/classify-scope.ts";
import { expressionOption } from "./classify/match-rules.ts";
import { combineReadings, isCheckRole } from "./classify/reading.ts";
import type { Reading } from "./classify/reading.ts";
import { roleOfName } from "./classify/role-of-name.ts";
import type { Role } from "./ecosystems/ecosystem.ts";
import { moduleCommand } from "./module-command.ts";
import { plainPowershell } from "./shell/plain-powershell.ts";
import { walkScript } from "./shell/walk-script.ts";
import type { ShellUnit } from "./shell/walk-script.ts";
import type { PlacedStep } from "./workflow/read-steps.ts";
import { relativeEnv, relativeText } from "./relative-text.ts";
import { UNKNOWN_MARK, WORKSPACE_ROOT } from "./workflow/run-step.ts";
import type { RunStep } from "./workflow/run-step.ts";

const TASK =
  /^(make|just|task|npm run|pnpm run|yarn run|bun run|deno task|composer run|bundle exec rake|rake|nox|hatch run|pdm run|pixi run|mise run|poe|invoke|mage|cargo xtask)\s/;
/** A script from the network that is run as it comes. */
const DOWNLOADED = /\b(curl|wget)\b[^\n|]*\|\s*(sudo\s+)?(ba|z)?sh\b|<\((curl|wget)\b/;

/** What the pull request says of itself: no part of the tree. */
const EVENT_VARIABLE =
  /\$\{?((?:PR|PULL_REQUEST|ISSUE)_(?:TITLE|BODY|DESCRIPTION|LABELS?|NUMBER|AUTHOR|URL))\b/;

interface Judging {
  artefacts: Artefacts;
  placed: PlacedStep;
  job: string;
  /** The step runs nothing else, so its title speaks of this. */
  alone?: boolean;
  /** Makes chain ids unique in the plan. */
  chainPrefix: string;
}

/** What one step of CI runs, command by command. */
export async function judgeStep(judging: Judging): Promise<Candidate[]> {
  const step = throughShell(judging.placed.step);
  const shell = shellName(step.shell);
  if (shell === null)
    return [
      wholeStep(
        judging,
        `is a script for ${step.shell.split(" ")[0] ?? "another interpreter"}, not a shell line`,
      ),
    ];
  const variables = {
    ...step.env,
    GITHUB_WORKSPACE: WORKSPACE_ROOT,
    GITHUB_ACTIONS: "true",
    CI: "true",
    RUNNER_OS: "Linux",
    HOME: "$HOME",
  };
  const script = shell === "pwsh" ? plainPowershell(step.script) : step.script;
  if (script === null)
    return [wholeStep(judging, "is a PowerShell script of more than plain commands, which is not read")];
  const walk = walkScript(script, step.folder, variables);
  if (walk.errors.length > 0)
    return [wholeStep(judging, `does not read as a shell script: ${walk.errors[0] ?? ""}`)];
  const candidates: Candidate[] = [];
  const alone = walk.units.length === 1;
  for (const unit of walk.units) candidates.push(await judgeUnit(unit, { ...judging, alone }, shell));
  return candidates;
}

/** What a step's `shell` may name beside shells; `nix develop -c bash` is a shell all the same. */
const INTERPRETERS =
  /\b(python[\d.]*|pypy[\d.]*|node|deno|bun|cmd|perl|raku|ruby|php|rscript|julia|lua|tclsh|groovy|swift|runghc|osascript|nu|fish|xonsh|elvish|t?csh)\b/i;

/** A script for an interpreter that takes its source in an option is one line of the shell. */
function throughShell(step: RunStep): RunStep {
  const words = step.shell.replace("{0}", "").trim().split(/\s+/);
  const option = expressionOption((words[0] ?? "").toLowerCase(), step.script.slice(0, 1001));
  if (option === null || step.script.length > 1000) return step;
  const source = step.script.trim().replaceAll("'", String.raw`'\''`);
  return { ...step, shell: "bash", script: `${words.join(" ")} ${option} '${source}'` };
}

/** Null for interpreters that are no shell. */
function shellName(shell: string): string | null {
  if (/\b(pwsh|powershell)\b/.test(shell)) return "pwsh";
  if (INTERPRETERS.test(shell) && !/\b(ba|z|da|k)?sh\b/.test(shell)) return null;
  return /\bsh\b/.test(shell) && !/\bbash\b/.test(shell) ? "sh" : "bash";
}

function wholeStep({ placed, job }: Judging, refusal: string): Candidate {
  const { step } = placed;
  return {
    command: step.script.trim(),
    role: null,
    provenance: step.provenance,
    line: step.line,
    paths: undefined,
    cwd: ".",
    env: {},
    shell: step.shell,
    job,
    chain: null,
    required: true,
    refusal,
    own: false,
    task: false,
    tainted: false,
  };
}

async function judgeUnit(unit: ShellUnit, judging: Judging, shell: string): Promise<Candidate> {
  const { step, places } = judging.placed;
  const cwd = unit.folder === null ? null : placeOf(unit.folder, places.root);
  const scope: ClassifyScope = {
    artefacts: judging.artefacts,
    folder: cwd === null || cwd.startsWith("..") ? "." : cwd,
    variables: { ...step.env, ...unit.variables },
    opened: [],
  };
  const readings: Reading[] = [];
  for (const node of [unit.node, ...unit.functions]) readings.push(await classifyNode(node, scope));
  const reading = combineReadings(readings);
  const role = roleInPlace(reading, unit, judging);
  const text = role === "lint" || role === "typecheck" ? withoutRoot(unit.text) : unit.text;
  const command = isCheckRole(role) ? moduleCommand(text) : text;
  return {
    command: asWritten(relativeText(command, cwd), judging.placed.unknown),
    role,
    provenance: step.provenance,
    line: step.line,
    paths: undefined,
    cwd: cwd ?? ".",
    env: relativeEnv({ ...step.env, ...unit.variables }, cwd),
    shell,
    job: judging.job,
    chain: unit.chain === null ? null : `${judging.chainPrefix}.${unit.chain}`,
    required: !step.soft,
    refusal: refusalOf(unit, judging, cwd) ?? engineRefusal(reading),
    own: TASK.test(unit.text) || runsOwnFile(unit.text.slice(0, 300)),
    task: TASK.test(unit.text),
    tainted: false,
  };
}

/** `sudo make lint`: on CI's machine root is at hand, reading the tree does not need it. */
function withoutRoot(text: string): string {
  return text.replace(
    /^sudo (-E |--preserve-env )?(?=(make|just|npm|yarn|pnpm|go|cargo|python3?|pytest|tox|\.\/|[\w.]+\/)\b)/,
    "",
  );
}

/** A script called `build` in a step called "Build and test" runs the tests. */
function roleInPlace(reading: Reading, unit: ShellUnit, judging: Judging): Role | null {
  if (DOWNLOADED.test(unit.text.slice(0, 1000))) return "setup";
  if (reading.role === null) return roleByPlace(unit, judging);
  if (!reading.byName || reading.role !== "build") return reading.role;
  const [title = ""] = judging.placed.step.hints;
  if (/\b(deploy|publish|upload)/i.test(title)) return "publish";
  const told = roleOfName(title);
  return told === "test" || told === "setup" ? told : "build";
}

function checkOfTitle({ step }: PlacedStep): Role | null {
  const title = roleOfName(step.hints[0] ?? "");
  return title === "test" || title === "lint" || title === "typecheck" ? title : null;
}

/** An unknown program is judged by the names around it, when it is the repository's own. */
function roleByPlace(unit: ShellUnit, { placed, alone }: Judging): Role | null {
  if (placed.step.checksByPlace) return "test";
  if (TASK.test(unit.text)) return alone === true ? checkOfTitle(placed) : null;
  if (!runsOwnFile(unit.text.slice(0, 300))) return null;
  const roles = placed.step.hints.map((hint) => roleOfName(hint));
  if (roles.some((role) => role === "publish")) return null;
  const said = roles.find((role) => role !== null) ?? null;
  return isCheckRole(said) ? said : null;
}

function runsOwnFile(text: string): boolean {
  const [first = ""] = text.split(/\s/);
  if (!first.startsWith("/") && /\w\/\w|^\.\/\w/.test(first)) return true;
  return /^(node|python3?|ruby|php|perl|bash|sh|go run|cargo run|deno run)\s/.test(text);
}

function onlyCiKnows(text: string, placed: PlacedStep): string | null {
  const event = EVENT_VARIABLE.exec(text)?.[1];
  if (event !== undefined && placed.step.unknownEnv.includes(event)) return event;
  const mark = UNKNOWN_MARK.exec(text)?.[1];
  return mark === undefined ? null : `\${{ ${placed.unknown[Number(mark)] ?? "…"} }}`;
}

function refusalOf(unit: ShellUnit, { placed }: Judging, cwd: string | null): string | null {
  const needed = onlyCiKnows(unit.text, placed);
  if (needed !== null) return `needs ${needed}, which only CI knows`;
  if (unit.harmless) return "cannot fail";
  if (unit.background) return "runs in the background";
  if (/\b(cargo|cross)\b[^\n]*\s--target[= ]"?(?!x86_64-unknown-linux-gnu)\w+-/.test(unit.text))
    return "builds for another platform";
  if (/sauce|browserstack|lambdatest|applitools/i.test(unit.text)) return "needs an account of a service";
  if (cwd === null) return "runs in a folder that only CI knows";
  const { folder } = unit;
  if (
    folder !== null &&
    placed.places.foreign.some((root) => folder === root || folder.startsWith(`${root}/`))
  ) {
    return "runs in another repository";
  }
  return null;
}

/** A line with marks is left out; people read the expressions that they stand for. */
function asWritten(command: string, unknown: readonly string[]): string {
  return command.replaceAll(
    new RegExp(UNKNOWN_MARK, "g"),
    (_, at: string) => `\${{ ${unknown[Number(at)] ?? "…"} }}`,
  );
}

/** Where CI stands beside a checkout in a folder of its own, the checkout is what is meant. */
function placeOf(folder: string, root: string): string {
  if (folder === WORKSPACE_ROOT) return ".";
  return posix.relative(root, folder) || ".";
}

function engineRefusal(reading: Reading): string | null {
  return /^(docker|podman|docker-compose|nerdctl|buildah|earthly)$/.test(reading.program)
    ? "needs a container engine"
    : null;
}
