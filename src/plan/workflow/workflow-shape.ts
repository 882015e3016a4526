import { z } from "zod";

const Text = z.union([z.string(), z.number(), z.boolean()]);
const Plain = z.union([Text, z.null()]);
const Mapping = z.record(z.string(), z.unknown());
/** `${{ fromJSON(…) }}` may stand in the place of a mapping. */
const EnvShape = z
  .union([z.record(z.string(), Plain), z.string()])
  .nullish()
  .catch(undefined);
const RunDefaults = z
  .object({ run: z.object({ shell: z.string().optional(), "working-directory": Text.optional() }).nullish() })
  .nullish()
  .catch(undefined);

export const StepShape = z.object({
  id: z.string().optional().catch(undefined),
  name: Text.optional().catch(undefined),
  if: z.unknown().optional(),
  run: Text.optional(),
  /** Steps that run side by side, each as it would alone. */
  parallel: z.array(z.unknown()).optional().catch(undefined),
  uses: z.string().optional(),
  with: Mapping.nullish().catch(undefined),
  env: EnvShape,
  shell: z.string().optional().catch(undefined),
  "working-directory": Text.optional().catch(undefined),
  "continue-on-error": z.unknown().optional(),
});
export type StepShape = z.infer<typeof StepShape>;

export const JobShape = z.object({
  name: Text.optional().catch(undefined),
  if: z.unknown().optional(),
  needs: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(undefined),
  "runs-on": z.unknown().optional(),
  container: z.unknown().optional(),
  services: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  strategy: z.object({ matrix: z.unknown().optional() }).nullish().catch(undefined),
  env: EnvShape,
  defaults: RunDefaults,
  "continue-on-error": z.unknown().optional(),
  environment: z.unknown().optional(),
  uses: z.string().optional().catch(undefined),
  with: Mapping.nullish().catch(undefined),
  steps: z.array(z.unknown()).nullish().catch(undefined),
});
export type JobShape = z.infer<typeof JobShape>;

export const WorkflowShape = z.object({
  name: Text.nullish().catch(undefined),
  on: z.unknown().optional(),
  env: EnvShape,
  defaults: RunDefaults,
  jobs: z.record(z.string(), z.unknown()),
});
export type WorkflowShape = z.infer<typeof WorkflowShape>;

export const ActionShape = z.object({
  inputs: z
    .record(z.string(), z.object({ default: z.unknown().optional() }).nullable().catch(null))
    .nullish(),
  runs: z.object({ using: z.string(), steps: z.array(z.unknown()).nullish() }),
});
export type ActionShape = z.infer<typeof ActionShape>;
