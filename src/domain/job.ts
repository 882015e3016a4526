import { z } from "zod";

/** The verbs of a `/avatar` command (contracts.md §6). */
export const Verb = z.enum([
  "fix",
  "explain",
  "why",
  "test",
  "plan",
  "verify",
  "stop",
  "retry",
  "status",
  "approve",
  "answer",
  "help",
]);
export type Verb = z.infer<typeof Verb>;

export const RepositoryName = z.object({ owner: z.string(), name: z.string() });
export type RepositoryName = z.infer<typeof RepositoryName>;

/** A person, known by the numeric id; the login is for display. */
export const Person = z.object({ id: z.number().int(), login: z.string() });
export type Person = z.infer<typeof Person>;

/** Issue text as it stood when the command was given. Later edits do not reach the run. */
const FrozenIssue = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string(),
  isPullRequest: z.boolean(),
  url: z.string(),
});

/** An accepted command: all a worker needs, none of GitHub's payload beyond it. */
export const Job = z.object({
  runId: z.string(),
  deliveryId: z.string(),
  installationId: z.number().int(),
  repository: RepositoryName,
  issue: FrozenIssue,
  comment: z.object({ id: z.number().int(), body: z.string(), url: z.string() }),
  requester: Person,
  verb: Verb,
  /** Free text behind the verb, part of the goal. */
  text: z.string(),
  acceptedAt: z.iso.datetime(),
});
export type Job = z.infer<typeof Job>;
