import { readFile } from "node:fs/promises";
import { AvatarError } from "../domain/errors.ts";

/** An issue as a text file: the first line is the title, a leading `#` is dropped, the rest is the body. @throws USAGE. */
export async function readIssueFile(path: string): Promise<{ title: string; body: string }> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new AvatarError("USAGE", {
      message: `The issue ${path} cannot be read.`,
      advice: "Give the path of a text file whose first line is the title.",
      cause,
    });
  }
  const [first = "", ...rest] = text.trim().split(/\r?\n/);
  const title = first.replace(/^#+\s*/, "").trim();
  if (title === "") {
    throw new AvatarError("USAGE", {
      message: `The issue ${path} is empty.`,
      advice: "Its first line is the title, the rest the body.",
    });
  }
  return { title, body: rest.join("\n").trim() };
}
