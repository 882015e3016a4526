import { asAvatarError, AvatarError } from "../domain/errors.ts";
import { readTrouble, refusedAnswer, type RefusedAnswer } from "./trouble.ts";

const TOKEN = /\b(?:gh[a-z]_\w+|github_pat_\w+|ey[\w-]+\.[\w-]+\.[\w-]+)/gu;

/** The error as people get it: what was being done, what GitHub said, what to do. No token is ever in it. */
export function toForgeError(error: unknown, doing: string): AvatarError {
  if (error instanceof AvatarError) return error;
  const trouble = readTrouble(error);
  const answer = refusedAnswer(error);
  switch (trouble.kind) {
    case "told to wait":
      return new AvatarError("FORGE_UNREACHABLE", {
        message: `GitHub's rate limit stopped avatar while ${doing}; it asks to wait ${minutes(trouble.ms)}.`,
        advice: "Wait until the limit is lifted, then send the command again.",
        cause: error,
      });
    case "outcome unknown":
      return new AvatarError("FORGE_UNREACHABLE", {
        message: `GitHub could not be reached while ${doing}${answer === null ? "" : ` (status ${answer.status})`}.`,
        advice: "Check the network and GitHub's status page, then send the command again.",
        cause: error,
      });
    case "token not taken":
      return denied(error, `GitHub did not accept the App's credentials while ${doing} (401).`, CREDENTIALS);
    case "refused":
      return answer === null ? asAvatarError(error, doing) : refused(error, answer, doing);
  }
}

const CREDENTIALS = "Check APP_ID and PRIVATE_KEY: the key must belong to that App and not be revoked.";

function refused(error: unknown, answer: RefusedAnswer, doing: string): AvatarError {
  const said = whatWasSaid(answer);
  const message = `GitHub refused ${doing} (${answer.status}${said === "" ? "" : `: ${said}`}).`;
  if (answer.status === 403) return denied(error, message, permissionAdvice(answer));
  if (answer.status === 404) {
    return denied(
      error,
      message,
      "Check that the App is installed on the repository and that the name is right.",
    );
  }
  return new AvatarError("FORGE_REJECTED", {
    message,
    advice: "GitHub's words name the reason. Mend it, then send the command again.",
    cause: error,
  });
}

function denied(cause: unknown, message: string, advice: string): AvatarError {
  return new AvatarError("FORGE_DENIED", { message, advice, cause });
}

function permissionAdvice({ headers }: RefusedAnswer): string {
  const wanted = headers["x-accepted-github-permissions"];
  if (typeof wanted !== "string" || wanted === "") {
    return "Check the App's permissions and whether the installation is suspended or the repository archived.";
  }
  return `Give the App one of these permissions and accept them in the installation: ${clean(wanted)}.`;
}

function whatWasSaid({ data }: RefusedAnswer): string {
  if (typeof data !== "object" || data === null) return "";
  const message = "message" in data && typeof data.message === "string" ? data.message : "";
  const errors = "errors" in data && Array.isArray(data.errors) ? data.errors.map(detail) : [];
  return clean([message, ...errors].filter((text) => text !== "").join("; "));
}

function detail(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "object" || entry === null) return "";
  const text = (key: string) => (key in entry ? String(Reflect.get(entry, key)) : "");
  return (
    text("message") || [text("resource"), text("field"), text("code")].filter((part) => part !== "").join(" ")
  );
}

function clean(text: string): string {
  const line = text.replaceAll(TOKEN, "(secret)").replaceAll(/\s+/gu, " ").trim();
  return (line.length > 300 ? `${line.slice(0, 299)}…` : line).replace(/\.$/u, "");
}

function minutes(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1000)} seconds` : `${Math.ceil(ms / 60_000)} minutes`;
}
