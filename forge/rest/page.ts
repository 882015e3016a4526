import type { RestResponse } from "./handler.ts";

const MOST_PER_PAGE = 100;
const USUAL_PER_PAGE = 30;

/** Cuts a whole list to the page asked for and says in `Link` where the others are. */
export function cutIntoPages(response: RestResponse, url: URL): RestResponse {
  const { paged, ...whole } = response;
  if (paged === undefined) return whole;
  const items = whole.body as unknown[];
  const size = clamp(url.searchParams.get("per_page"), USUAL_PER_PAGE, MOST_PER_PAGE);
  const page = clamp(url.searchParams.get("page"), 1, Number.MAX_SAFE_INTEGER);
  const last = Math.max(1, Math.ceil(items.length / size));
  const shown = items.slice((page - 1) * size, page * size);
  const body = paged.key === undefined ? shown : { total_count: items.length, [paged.key]: shown };
  const link = linkHeader(url, page, last);
  return { ...whole, body, headers: { ...whole.headers, ...(link === "" ? {} : { link }) } };
}

function clamp(text: string | null, fallback: number, most: number): number {
  const number = Number(text ?? fallback);
  return Number.isSafeInteger(number) && number >= 1 ? Math.min(number, most) : fallback;
}

function linkHeader(url: URL, page: number, last: number): string {
  const to = (number: number, rel: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (page > 1) links.push(to(page - 1, "prev"));
  if (page < last) links.push(to(page + 1, "next"), to(last, "last"));
  if (page > 1) links.push(to(1, "first"));
  return links.join(", ");
}
