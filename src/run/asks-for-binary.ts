const KINDS =
  /\b(?:images?|icons?|logos?|pictures?|photos?|screenshots?|favicons?|binar(?:y|ies)|fonts?|pngs?|jpe?gs?|gifs?|webp|avif|ico|pdfs?|audio|sounds?|mp[34]|wav|videos?|zip|archives?|sqlite|woff2?|ttf|wasm)\b/iu;

/** Whether a goal speaks of a kind of file that is no text. */
export function asksForBinary(goal: string): boolean {
  return KINDS.test(goal);
}
