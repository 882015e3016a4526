import type { PathFilter } from "../../domain/plan.ts";
import type { Artefacts } from "../artefacts.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import { readYaml } from "../workflow/read-yaml.ts";
import { mapping, scalarText, scriptJob, textLines, variablesFrom } from "./script-job.ts";
import type { ScriptLine } from "./script-job.ts";

const PATHS = [
  "azure-pipelines.yml",
  "azure-pipelines.yaml",
  ".azure-pipelines.yml",
  ".azure-pipelines/azure-pipelines.yml",
];

type Config = Record<string, unknown>;

/** Azure Pipelines: script steps of jobs on Linux, in stages or not. */
export async function readAzure(artefacts: Artefacts): Promise<GatheredJob[]> {
  const path = PATHS.find((one) => artefacts.has(one));
  if (path === undefined) return [];
  const config = mapping(await readYaml(artefacts, path));
  if (config["pr"] === "none" && config["trigger"] === "none") return [];
  return jobsOf(config)
    .filter(({ job }) => onLinux(mapping(job["pool"] ?? config["pool"])))
    .map(({ id, job }) =>
      scriptJob({
        path,
        id,
        lines: linesOf(job["steps"]),
        env: { CI: "true", ...variablesFrom(config["variables"]), ...variablesFrom(job["variables"]) },
        soft: job["continueOnError"] === true,
        paths: pathsOf(config),
      }),
    );
}

/** Without `pr`, Azure judges every pull request, whatever it touches. */
function pathsOf(config: Config): PathFilter | undefined {
  const gate = config["pr"] === "none" ? config["trigger"] : config["pr"];
  const paths = mapping(mapping(gate)["paths"]);
  const [include, exclude] = [textLines(paths["include"]), textLines(paths["exclude"])];
  return include.length + exclude.length === 0 ? undefined : { include, exclude };
}

function jobsOf(config: Config): { id: string; job: Config }[] {
  if (config["steps"] !== undefined) return [{ id: "pipeline", job: config }];
  const holders =
    config["stages"] === undefined ? [config] : [config["stages"]].flat().map((stage) => mapping(stage));
  return holders
    .flatMap((holder) => [holder["jobs"]].flat())
    .map((job) => mapping(job))
    .filter((job) => job["job"] !== undefined && job["steps"] !== undefined)
    .map((job) => ({ id: scalarText(job["job"]), job }));
}

function onLinux(pool: Config): boolean {
  return !/windows|mac|vs20/i.test(scalarText(pool["vmImage"]));
}

function linesOf(steps: unknown): ScriptLine[] {
  return [steps].flat().flatMap((raw): ScriptLine[] => {
    const step = mapping(raw);
    const script = step["bash"] ?? step["script"];
    if (typeof script !== "string" || step["enabled"] === false) return [];
    const folder = step["workingDirectory"];
    const filled = script.replaceAll(/\$\((\w+)\)/g, (whole, name: string) =>
      /^[A-Z]/.test(name) ? whole : `\${${name}}`,
    );
    return [
      {
        script: filled,
        name: typeof step["displayName"] === "string" ? step["displayName"] : "script",
        check: false,
        env: variablesFrom(step["env"]),
        ...(typeof folder === "string" && /^[\w./-]+$/.test(folder) ? { folder } : {}),
      },
    ];
  });
}
