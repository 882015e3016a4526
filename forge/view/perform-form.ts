import { clickAction, findCheckRun, rerequestRun } from "../acts/check-acts.ts";
import { addComment } from "../acts/issue-acts.ts";
import { mergePull } from "../acts/pull-acts.ts";
import { ApiError, notFound } from "../api-error.ts";
import { readBody } from "../exchange.ts";
import type { Exchange } from "../exchange.ts";
import { theIssue, theOccasion, thePull } from "../lookup.ts";
import type { World } from "../world.ts";

/** Does what a button or form of a page asks, and gives the page to return to. */
export async function performForm(world: World, exchange: Exchange): Promise<string> {
  const fields = new URLSearchParams((await readBody(exchange.request)).toString("utf8"));
  // the token is in our own pages only, so a page of another site cannot press these buttons
  if (fields.get("token") !== world.formToken) throw new ApiError(403, "This form is not from this forge.");
  const act = exchange.url.pathname.replace("/_forge/", "");
  const wanted = ACTS[act];
  if (wanted === undefined) throw notFound();
  await wanted(world, fields);
  const back = fields.get("back") ?? "/";
  return /^\/(?!\/)/u.test(back) ? back : "/";
}

type Act = (world: World, fields: URLSearchParams) => Promise<void> | void;

const ACTS: Record<string, Act> = {
  comment: (world, fields) => {
    const issue = theIssue(world, text(fields, "repo"), number(fields, "number"));
    world.tell(
      addComment(world, occasion(world, fields), {
        issue,
        body: text(fields, "body").replaceAll("\r\n", "\n"),
      }).told,
    );
  },
  click: (world, fields) => {
    const at = occasion(world, fields);
    const run = findCheckRun(at.repo, number(fields, "run"));
    world.tell(clickAction(world, at, { run, identifier: text(fields, "identifier") }).told);
  },
  rerequest: (world, fields) => {
    const at = occasion(world, fields);
    world.tell(rerequestRun(world, at, findCheckRun(at.repo, number(fields, "run"))).told);
  },
  merge: async (world, fields) => {
    const pull = thePull(world, text(fields, "repo"), number(fields, "number"));
    world.tell((await mergePull(world, occasion(world, fields), pull)).told);
  },
  redeliver: (world, fields) => {
    const delivery = world.hooks.deliveries.find(({ id }) => id === number(fields, "delivery"));
    if (delivery === undefined) throw notFound();
    world.tell(world.hooks.redeliver(delivery));
  },
};

function text(fields: URLSearchParams, name: string): string {
  return fields.get(name) ?? "";
}

function number(fields: URLSearchParams, name: string): number {
  return Number(fields.get(name));
}

function occasion(world: World, fields: URLSearchParams) {
  return theOccasion(world, text(fields, "repo"), text(fields, "user"));
}
