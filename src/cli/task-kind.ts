import { AvatarError } from "../domain/errors.ts";
import { TaskKind } from "../domain/task-state.ts";

/** `--kind`, edit when not given. @throws USAGE. */
export function readTaskKind(kind: string | undefined): TaskKind {
  const parsed = TaskKind.safeParse(kind ?? "edit");
  if (parsed.success) return parsed.data;
  throw new AvatarError("USAGE", {
    message: `There is no task kind "${kind ?? ""}".`,
    advice: `Use one of ${TaskKind.options.join(", ")}.`,
  });
}
