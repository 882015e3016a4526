import type { Artefacts } from "../artefacts.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import { readYaml } from "../workflow/read-yaml.ts";
import { mapping, scriptJob, variablesFrom } from "./script-job.ts";
import type { ScriptLine } from "./script-job.ts";
import { ownValue } from "../own-value.ts";

const PATH = ".circleci/config.yml";
const DEEPEST = 5;

type Config = Record<string, unknown>;

/** CircleCI: jobs of workflows that run for branches, with reusable commands opened. */
export async function readCircle(artefacts: Artefacts): Promise<GatheredJob[]> {
  const config = mapping(await readYaml(artefacts, PATH));
  const jobs = mapping(config["jobs"]);
  return jobNames(config)
    .map((name) => ({ name, job: mapping(ownValue(jobs, name)) }))
    .filter(({ job }) => job["steps"] !== undefined && job["macos"] === undefined)
    .map(({ name, job }) =>
      scriptJob({
        path: PATH,
        id: name,
        lines: linesOf(job["steps"], mapping(config["commands"]), {
          folder: folderOf(job["working_directory"]),
          depth: 0,
        }),
        env: { CI: "true", CIRCLECI: "true", ...variablesFrom(job["environment"]) },
      }),
    );
}

/** Jobs that a workflow names without waiting for a person, a tag or a date; all jobs when there is no workflow. */
function jobNames(config: Config): string[] {
  const workflows = Object.values(mapping(config["workflows"])).map((one) => mapping(one));
  const used = workflows
    .filter((workflow) => workflow["jobs"] !== undefined && workflow["triggers"] === undefined)
    .flatMap((workflow) => [workflow["jobs"]].flat())
    .flatMap((entry) => {
      if (typeof entry === "string") return [entry];
      return Object.entries(mapping(entry)).flatMap(([name, options]) =>
        runsForBranches(mapping(options)) ? [name] : [],
      );
    });
  return workflows.length === 0 ? Object.keys(mapping(config["jobs"])) : [...new Set(used)];
}

function runsForBranches(options: Config): boolean {
  if (options["type"] === "approval") return false;
  const branches = mapping(mapping(options["filters"])["branches"]);
  return branches["ignore"] !== "/.*/";
}

interface Place {
  folder: string | undefined;
  depth: number;
}

function linesOf(steps: unknown, commands: Config, place: Place): ScriptLine[] {
  if (place.depth > DEEPEST) return [];
  return [steps].flat().flatMap((step): ScriptLine[] => {
    const [name = "", value] = typeof step === "string" ? [step] : (Object.entries(mapping(step))[0] ?? []);
    if (name === "run") return runLine(value, place);
    const command = ownValue(commands, name);
    return command === undefined
      ? []
      : linesOf(mapping(command)["steps"], commands, { ...place, depth: place.depth + 1 });
  });
}

function runLine(value: unknown, place: Place): ScriptLine[] {
  const {
    command,
    name,
    working_directory: own,
    background,
    environment,
  } = typeof value === "string" ? ({ command: value } as Config) : mapping(value);
  if (typeof command !== "string" || background === true) return [];
  // `<< parameters.x >>` is filled in by CircleCI; the mark keeps the line from being taken for one that runs here.
  const script = command.replaceAll(/<<\s*[\w.]+\s*>>/g, "${UNKNOWN_EXPRESSION_0}");
  const folder = folderOf(own) ?? place.folder;
  return [
    {
      script,
      name: typeof name === "string" ? name : "run",
      check: false,
      env: variablesFrom(environment),
      ...(folder === undefined ? {} : { folder }),
    },
  ];
}

/** A folder beneath the checkout; `~/project` is the checkout itself. */
function folderOf(value: unknown): string | undefined {
  if (typeof value !== "string" || /[$<]/.test(value)) return undefined;
  const inside = value.replace(/^~\/(project|repo|[\w-]+)\/?/, "");
  return inside === "" || inside.startsWith("/") || inside.startsWith("~") ? undefined : inside;
}
