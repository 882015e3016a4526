import { html, raw } from "hono/html";
import type { Reaction } from "../state.ts";
import { drawEmoji } from "./emoji.ts";
import type { Html } from "./layout.ts";

export function reactionRow(reactions: Reaction[]): Html | "" {
  if (reactions.length === 0) return "";
  const contents = [...new Set(reactions.map((reaction) => reaction.content))];
  return html`<div class="reactions">${contents.map((content) => pill(content, reactions))}</div>`;
}

function pill(content: string, reactions: Reaction[]): Html {
  const from = reactions
    .filter((reaction) => reaction.content === content)
    .map((reaction) => reaction.user.login);
  const drawing = raw(drawEmoji(content));
  return html`<span class="reaction" title="${content}: ${from.join(", ")}">${drawing} ${from.length}</span>`;
}
