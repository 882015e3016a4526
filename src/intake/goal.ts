import type { Job, Verb } from "../domain/job.ts";
import type { TaskKind } from "../domain/task-state.ts";
import { cleanText, cleanTitle } from "./clean-text.ts";

/** What a run is to do, from the frozen texts of its job. */
export interface Goal {
  taskKind: TaskKind;
  goal: string;
  /** The same for people: the issue's title and text. */
  asked: string;
  /** What was taken out of each text, for the journal. Texts that were clean are not listed. */
  cleaned: { source: string; removed: string[] }[];
}

/** Verbs that start a run of the model, and what they start. */
const TASKS: Partial<Record<Verb, { taskKind: TaskKind; intent: string }>> = {
  fix: { taskKind: "edit", intent: "Fix" },
  approve: { taskKind: "edit", intent: "Fix" },
  test: { taskKind: "test_only", intent: "Write tests for" },
  explain: { taskKind: "investigate", intent: "Explain" },
  why: { taskKind: "investigate", intent: "Explain" },
};

/** What people write behind the verb when the issue says it all. */
const SAYS_NOTHING =
  /^\s*(?:please\s+)?(?:(?:this|it|the)(?:\s+(?:issue|bug|one))?)?(?:\s+please)?\s*[.!?]*\s*$/i;

/** What was asked, the issue and the words of the command, as people see them; null where no model is needed. */
export function composeGoal(job: Job): Goal | null {
  const task = TASKS[job.verb];
  if (task === undefined) return null;
  const title = cleanTitle(job.issue.title);
  const body = cleanText(job.issue.body);
  const text = cleanText(job.text);
  const subject = job.issue.isPullRequest ? "pull request" : "issue";
  const parts = [
    `${task.intent} ${subject} #${job.issue.number}: ${title.text}`,
    body.text.trim(),
    SAYS_NOTHING.test(text.text) ? "" : `The command says: ${text.text.trim()}`,
  ];
  const cleaned = [
    { source: `${subject} title`, removed: title.removed },
    { source: `${subject} text`, removed: body.removed },
    { source: "command", removed: text.removed },
  ];
  return {
    taskKind: task.taskKind,
    asked: [title.text, body.text.trim()].filter((part) => part !== "").join("\n\n"),
    goal: parts.filter((part) => part !== "").join("\n\n"),
    cleaned: cleaned.filter(({ removed }) => removed.length > 0),
  };
}
