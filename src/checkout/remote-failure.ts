import { AvatarError } from "../domain/errors.ts";
import { GitFailure } from "./git.ts";
import type { RemoteSource } from "./remote-source.ts";

// git says why a remote refused in words only. All reading of these words is in this file.

const denied =
  /Authentication failed|could not read (Username|Password)|terminal prompts disabled|returned error: 40[13]|HTTP 40[13]|Repository not found|returned error: 404|repository '.*' not found|Permission to .* denied|Write access to repository not granted/i;
const refMissing =
  /couldn't find remote ref|not our ref|Server does not allow request for unadvertised object/i;
const noRepository = /does not appear to be a git repository|No such file or directory/i;

/** What a failed fetch or ls-remote means. Anything that is no git failure is passed on as it is. */
export function explainFetchFailure(error: unknown, source: RemoteSource, ref: string | null): unknown {
  if (!(error instanceof GitFailure)) return error;
  const said = source.clean(lastLines(error.stderr));
  const cause = new Error(said);
  if (refMissing.test(error.stderr)) return refNotFound(ref ?? "HEAD", cause);
  if (denied.test(error.stderr)) return accessDenied(said, cause);
  const advice = noRepository.test(error.stderr)
    ? "Check the address: there is no repository there."
    : "Check that the address is right and the host can be reached, then send the command again.";
  return new AvatarError("CHECKOUT_FAILED", {
    message: `The repository could not be fetched: ${said}`,
    advice,
    cause,
  });
}

export function refNotFound(ref: string, cause?: Error): AvatarError {
  return new AvatarError("REF_NOT_FOUND", {
    message: `The repository has no branch, tag or commit "${ref.slice(0, 200)}".`,
    advice: "Name an existing branch or tag, or a commit by its full id.",
    cause,
  });
}

function accessDenied(said: string, cause: Error): AvatarError {
  return new AvatarError("CHECKOUT_DENIED", {
    message: `The repository refused access: ${said}`,
    advice: "Check that the App is installed on this repository with read and write access to contents.",
    cause,
  });
}

interface Refusal {
  pattern: RegExp;
  why: string;
  advice: string;
}

const refusals: readonly Refusal[] = [
  {
    pattern: /workflows?[`' ]* permission|refusing to allow .* workflow/i,
    why: "the change touches a workflow and the App may not write workflows",
    advice:
      "Make that part of the change by hand: avatar does not ask for the permission to write workflows.",
  },
  {
    pattern: /GH006|GH013|protected branch|rule violations|hook declined/i,
    why: "the branch is protected by a rule of the repository",
    advice: "Allow the App to push branches named avatar/*, or change the rule.",
  },
  {
    pattern:
      /non-fast-forward|fetch first|stale info|cannot lock ref|failed to update ref|reference already exists/i,
    why: "the branch has moved since it was looked at",
    advice: "Send the command again: it starts from where the branch is now.",
  },
  {
    pattern: /GH001|exceeds .*file size limit|pack exceeds maximum/i,
    why: "a file of the change is larger than the host takes",
    advice: "Keep large files out of the change.",
  },
];

/** What a failed push means. */
export function explainPushFailure(error: unknown, source: RemoteSource, branch: string): unknown {
  if (!(error instanceof GitFailure)) return error;
  const said = source.clean(lastLines(error.stderr));
  const cause = new Error(said);
  const known = refusals.find(({ pattern }) => pattern.test(error.stderr));
  if (known === undefined && denied.test(error.stderr)) return accessDenied(said, cause);
  return pushRefused(
    `The push to ${branch} was refused: ${known?.why ?? said}.`,
    known?.advice ?? "Read what the host said, put it right, and send the command again.",
    cause,
  );
}

export function pushRefused(message: string, advice: string, cause?: Error): AvatarError {
  return new AvatarError("PUSH_REFUSED", { message, advice, cause });
}

function lastLines(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(-6)
    .join("; ")
    .slice(-600);
}
