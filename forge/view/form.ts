import { html } from "hono/html";
import { canWrite, findUser, fullName } from "../state.ts";
import type { Issue, Repository, User } from "../state.ts";
import type { World } from "../world.ts";
import { portrait } from "./layout.ts";
import type { Html } from "./layout.ts";

/** The people that a page can act as: those who may write, then everybody else. */
function peopleOf({ state }: World, repo: Repository): User[] {
  const writers = [...repo.roles]
    .filter(([, role]) => canWrite(role))
    .flatMap(([login]) => findUser(state, login) ?? []);
  const others = [...state.users.values()].filter((user) => user.type === "User");
  return [...new Set([...writers, ...others])];
}

export interface Button {
  act: string;
  fields: Record<string, string | number>;
  label: string;
  title?: string;
  style?: string;
}

/** A button that does something, as the first of the people. */
export function actionButton(
  world: World,
  repo: Repository | null,
  { act, fields, label, title = "", style = "small" }: Button,
): Html {
  const user = repo === null ? undefined : peopleOf(world, repo)[0];
  const hidden = Object.entries({
    token: world.formToken,
    ...(repo === null ? {} : { repo: fullName(repo) }),
    ...(user === undefined ? {} : { user: user.login }),
    ...fields,
  });
  return html`<form class="inline" method="post" action="/_forge/${act}">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button ${style}" title="${title}">${label}</button>
  </form>`;
}

export function composeForm(world: World, repo: Repository, issue: Issue): Html {
  const people = peopleOf(world, repo);
  const [first] = people;
  if (first === undefined) return html``;
  const back = `/${fullName(repo)}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`;
  const options = people.map((user) => html`<option value="${user.login}">${user.login}</option>`);
  return html`<div class="entry">
    ${portrait(first)}
    <form class="box" style="border:0" method="post" action="/_forge/comment">
      <strong>Add a comment</strong>
      <input type="hidden" name="token" value="${world.formToken}" />
      <input type="hidden" name="repo" value="${fullName(repo)}" />
      <input type="hidden" name="number" value="${issue.number}" />
      <input type="hidden" name="back" value="${back}" />
      <textarea name="body" required placeholder="Add your comment here…"></textarea>
      <div class="compose">
        <span class="muted">as</span>
        <select name="user">
          ${options}
        </select>
        <button class="button primary">Comment</button>
      </div>
    </form>
  </div>`;
}
