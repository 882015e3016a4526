import type { PathFilter } from "../../domain/plan.ts";
import type { Artefacts } from "../artefacts.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import { readYaml } from "../workflow/read-yaml.ts";
import { mapping, scalarText, scriptJob, textLines, variablesFrom } from "./script-job.ts";
import type { ScriptLine } from "./script-job.ts";

const PATH = ".gitlab-ci.yml";
const DEEPEST = 8;
const KEYWORDS = new Set(
  "image services stages types before_script after_script variables cache include default workflow pages spec".split(
    " ",
  ),
);

type Config = Record<string, unknown>;

/** GitLab: jobs that run for a merge request, with what they extend. */
export async function readGitlab(artefacts: Artefacts): Promise<GatheredJob[]> {
  const config = await withIncludes(artefacts, PATH, 0);
  const defaults = { ...config, ...mapping(config["default"]) };
  return Object.entries(config)
    .filter(([name, job]) => !KEYWORDS.has(name) && !name.startsWith(".") && typeof job === "object")
    .map(([name, job]) => ({ name, job: extended(mapping(job), config, 0) }))
    .filter(({ job }) => job["script"] !== undefined && gates(job))
    .map(({ name, job }) =>
      scriptJob({
        path: PATH,
        id: name,
        lines: linesOf(job, defaults),
        env: { CI: "true", ...variablesFrom(config["variables"]), ...variablesFrom(job["variables"]) },
        services: textLines(job["services"] ?? defaults["services"]),
        soft: job["allow_failure"] === true,
        paths: changesOf(job),
      }),
    );
}

async function withIncludes(artefacts: Artefacts, path: string, depth: number): Promise<Config> {
  const config = mapping(await readYaml(artefacts, path));
  if (depth > DEEPEST) return config;
  let merged: Config = {};
  for (const one of [config["include"]].flat()) {
    const local = typeof one === "string" ? one : mapping(one)["local"];
    if (typeof local !== "string" || /^https?:/.test(local)) continue;
    merged = { ...merged, ...(await withIncludes(artefacts, local.replace(/^\//, ""), depth + 1)) };
  }
  return { ...merged, ...config };
}

function extended(job: Config, config: Config, depth: number): Config {
  const parents = textLines(job["extends"]);
  if (parents.length === 0 || depth > DEEPEST) return job;
  let base: Config = {};
  for (const parent of parents) base = { ...base, ...extended(mapping(config[parent]), config, depth + 1) };
  const variables = { ...mapping(base["variables"]), ...mapping(job["variables"]) };
  return { ...base, ...job, variables };
}

function linesOf(job: Config, defaults: Config): ScriptLine[] {
  const prepare = textLines(job["before_script"] ?? defaults["before_script"]);
  return [
    ...prepare.map((script) => ({ script, name: "before_script", check: false })),
    ...textLines(job["script"]).map((script) => ({ script, name: "script", check: false })),
  ];
}

/** Not manual, not only for tags or schedules, not the stage that deploys. */
function gates(job: Config): boolean {
  if (job["when"] === "manual" || /deploy|release|publish/i.test(scalarText(job["stage"]))) return false;
  if (job["environment"] !== undefined) return false;
  const only = job["only"];
  const refs = textLines(mapping(only)["refs"] ?? only);
  if (refs.length > 0 && refs.every((ref) => ["tags", "schedules", "triggers", "web", "api"].includes(ref)))
    return false;
  const rules = [job["rules"]].flat().filter((rule) => rule !== undefined);
  return rules.length === 0 || rules.some((rule) => ruleGates(mapping(rule)));
}

/** Files that a job waits for. Rules are asked in order, so only a job whose every rule names files is bound to them. */
function changesOf(job: Config): PathFilter | undefined {
  const rules = [job["rules"] ?? job["only"]].flat().filter((rule) => rule !== undefined);
  const named = rules
    .map((rule) => mapping(rule))
    .filter((rule) => rule["when"] !== "never")
    .map((rule) => textLines(mapping(rule["changes"])["paths"] ?? rule["changes"]));
  const exclude = textLines(mapping(job["except"])["changes"]);
  const include = named.every((files) => files.length > 0) ? named.flat() : [];
  return include.length + exclude.length === 0 ? undefined : { include, exclude };
}

function ruleGates(rule: Config): boolean {
  if (rule["when"] === "manual" || rule["when"] === "never") return false;
  return !/CI_COMMIT_TAG|"schedule"|'schedule'/.test(scalarText(rule["if"]));
}
