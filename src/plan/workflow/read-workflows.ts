import type { ExcludedCommand } from "../../domain/plan.ts";
import type { Artefacts } from "../artefacts.ts";
import { readJob } from "./read-job.ts";
import type { GatheredJob, JobRequest, JobSink } from "./read-job.ts";
import { readYaml } from "./read-yaml.ts";
import { defaultBranches, gateEvent, pathFilter } from "./triggers.ts";
import type { GateEvent } from "./triggers.ts";
import { baseScope } from "./base-scope.ts";
import { withDefaults, withEnv } from "./step-scope.ts";
import { JobShape, WorkflowShape } from "./workflow-shape.ts";

interface WorkflowReading {
  jobs: readonly GatheredJob[];
  excluded: readonly ExcludedCommand[];
}

const DEPLOYS =
  /deploy-pages|upload-pages-artifact|actions-gh-pages|github-pages-deploy|gh-action-pypi-publish|action-gh-release|login-action|"environment":/i;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Every job that gates a change to the default branch, in the order of files and of jobs in them. */
export async function readWorkflows(artefacts: Artefacts, defaultBranch: string): Promise<WorkflowReading> {
  const reading: JobSink = { jobs: [], excluded: [], read: 0 };
  const workflows: { path: string; workflow: WorkflowShape }[] = [];
  for (const path of artefacts.paths().filter((one) => WORKFLOW.test(one))) {
    const parsed = WorkflowShape.safeParse(await readYaml(artefacts, path));
    if (parsed.success) workflows.push({ path, workflow: parsed.data });
    else if (
      (await artefacts.text(path)) !== null &&
      !artefacts.warnings.some((one) => one.startsWith(path))
    ) {
      artefacts.warnings.push(`${path} was skipped: it is not a workflow.`);
    }
  }
  const branches = defaultBranches(
    defaultBranch,
    workflows.map((one) => one.workflow.on),
  );
  for (const { path, workflow } of workflows) {
    const event = gateEvent(workflow.on, branches);
    if (event !== null) await readWorkflow({ artefacts, path, workflow, event, defaultBranch }, reading);
  }
  return reading;
}

interface WorkflowRequest {
  artefacts: Artefacts;
  path: string;
  workflow: WorkflowShape;
  event: GateEvent;
  defaultBranch: string;
}

async function readWorkflow(request: WorkflowRequest, reading: JobSink): Promise<void> {
  const { artefacts, path, workflow, event, defaultBranch } = request;
  const scope = withDefaults(withEnv(baseScope(event, defaultBranch), workflow.env), workflow.defaults);
  const deploys = event === "push" && DEPLOYS.test(JSON.stringify(workflow.jobs));
  for (const [id, raw] of Object.entries(workflow.jobs)) {
    const parsed = JobShape.safeParse(raw);
    if (!parsed.success) {
      artefacts.warnings.push(`${path}: the job ${id} was skipped, it cannot be read.`);
      continue;
    }
    const job: JobRequest = {
      artefacts,
      path,
      id,
      job: parsed.data,
      scope,
      hints: workflow.name === undefined || workflow.name === null ? [] : [String(workflow.name)],
      depth: 0,
      deploys,
      paths: pathFilter(workflow.on, event),
    };
    await readJob(job, reading);
  }
}
