import { raw } from "hono/html";

function icon(kind: string, shapes: string): ReturnType<typeof raw> {
  const attributes =
    'width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6"';
  return raw(
    `<svg class="icon icon-${kind}" ${attributes} stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`,
  );
}

const ROUND = '<circle cx="8" cy="8" r="6.6"/>';
const FILLED = '<circle cx="8" cy="8" r="7" fill="currentColor" stroke="none"/>';

export const ICONS = {
  issue: icon("issue", `${ROUND}<circle cx="8" cy="8" r="1.4" fill="currentColor" stroke="none"/>`),
  closed: icon("closed", `${ROUND}<path d="M5.4 8.2l1.8 1.8 3.4-3.6"/>`),
  pull: icon(
    "pull",
    '<circle cx="4" cy="3.6" r="1.8"/><circle cx="4" cy="12.4" r="1.8"/><circle cx="12" cy="12.4" r="1.8"/><path d="M4 5.4v5.2M12 10.6V6.4a2 2 0 0 0-2-2H8.4M10 2.4l-2 2 2 2"/>',
  ),
  merge: icon(
    "merge",
    '<circle cx="4" cy="3.6" r="1.8"/><circle cx="4" cy="12.4" r="1.8"/><circle cx="12" cy="8.6" r="1.8"/><path d="M4 5.4v5.2M4 5.6c.4 2 2.4 3 6.2 3"/>',
  ),
  code: icon("code", '<path d="M5.2 4.2L1.6 8l3.6 3.8M10.8 4.2L14.4 8l-3.6 3.8"/>'),
  branch: icon(
    "branch",
    '<circle cx="4.5" cy="3.4" r="1.7"/><circle cx="4.5" cy="12.6" r="1.7"/><circle cx="11.5" cy="4.8" r="1.7"/><path d="M4.5 5.1v5.8M11.5 6.5c0 2.6-7 1.6-7 4"/>',
  ),
  commit: icon("commit", '<circle cx="8" cy="8" r="2.8"/><path d="M1 8h4.2M10.8 8H15"/>'),
  repo: icon(
    "repo",
    '<path d="M3 12.6V3.4A1.6 1.6 0 0 1 4.6 1.8H13v9.4H4.4A1.4 1.4 0 0 0 3 12.6zm0 0A1.4 1.4 0 0 0 4.4 14H13v-2.8"/>',
  ),
  folder: icon(
    "folder",
    '<path d="M1.6 4a1 1 0 0 1 1-1h3.2l1.4 1.6h6.2a1 1 0 0 1 1 1v6.8a1 1 0 0 1-1 1H2.6a1 1 0 0 1-1-1z" fill="currentColor"/>',
  ),
  file: icon("file", '<path d="M3.4 1.8h6l3.2 3.2v9.2H3.4zM9.2 1.8v3.4h3.4"/>'),
  comment: icon("comment", '<path d="M2 2.6h12v8.4H8.4L5.2 14v-3H2z"/>'),
  tag: icon(
    "tag",
    '<path d="M2 2.4h5.2l6.6 6.6-4.8 4.8L2.4 7.2z"/><circle cx="5" cy="5.2" r=".9" fill="currentColor" stroke="none"/>',
  ),
  success: icon("success", '<path d="M3 8.6l3.2 3.2L13 4.8"/>'),
  failure: icon("failure", '<path d="M4 4l8 8M12 4l-8 8"/>'),
  neutral: icon("neutral", `${ROUND}<path d="M5.2 8h5.6"/>`),
  skipped: icon("skipped", `${ROUND}<path d="M5 11L11 5"/>`),
  pending: icon("pending", '<circle cx="8" cy="8" r="3.6" fill="currentColor" stroke="none"/>'),
  successFilled: icon("success", `${FILLED}<path d="M4.8 8.3l2.2 2.2 4.2-4.6" stroke="#fff"/>`),
  failureFilled: icon("failure", `${FILLED}<path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8" stroke="#fff"/>`),
  hook: icon("hook", '<path d="M8 1.8v12.4M2.6 5l10.8 6M13.4 5L2.6 11"/>'),
};

export type Icon = (typeof ICONS)[keyof typeof ICONS];

/** The mark of a check run. */
export function checkIcon(conclusion: string | null): Icon {
  switch (conclusion) {
    case null:
      return ICONS.pending;
    case "success":
      return ICONS.success;
    case "skipped":
      return ICONS.skipped;
    case "neutral":
    case "stale":
      return ICONS.neutral;
    default:
      return ICONS.failure;
  }
}
