import type { ApplicationFunction } from "probot";
import type { Clock } from "./domain/ports/clock.ts";
import type { JobQueue } from "./domain/ports/job-queue.ts";
import { acceptComment } from "./intake/accept-comment.ts";

export interface AppDeps {
  queue: Pick<JobQueue, "enqueue">;
  newRunId: () => string;
  clock: Clock;
  /** The App's own user. Asked once, when the App is loaded. */
  identity: () => Promise<{ id: number }>;
}

/**
 * The GitHub App: a comment that is a command becomes a job, and that is all. GitHub is not asked anything, and its
 * delivery is answered as soon as the job is stored; a job that cannot be stored fails the delivery, which can then
 * be sent again.
 */
export function avatarApp(deps: AppDeps): ApplicationFunction {
  return async (probot) => {
    const { id: ownId } = await deps.identity();
    probot.on("issue_comment.created", async ({ id: deliveryId, payload, log }) => {
      const arrival = { deliveryId, runId: deps.newRunId(), acceptedAt: deps.clock.now(), ownId };
      const acceptance = acceptComment(payload, arrival);
      if (acceptance.kind === "ignored") {
        const { reason, detail } = acceptance;
        log[reason === "unreadable" ? "error" : "debug"]({ reason, detail }, "comment ignored");
        return;
      }
      const { job } = acceptance;
      const answer = await deps.queue.enqueue(job);
      const repository = `${job.repository.owner}/${job.repository.name}`;
      const about = { run: job.runId, repository, issue: job.issue.number, verb: job.verb };
      log.info(about, answer === "accepted" ? "command accepted" : "command known already");
    });
  };
}
