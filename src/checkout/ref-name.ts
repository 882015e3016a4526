/** The characters a ref may have here: fewer than git takes, so that none means anything to git, a shell or a URL. */
const safe = /^[A-Za-z0-9_][A-Za-z0-9_./+@#=-]*$/;

/** Whether a branch or tag name is well formed by git's rules and harmless as an argument. */
export function isSafeRef(name: string): boolean {
  const isOdd = /\.\.|\/\/|@\{|\.$|\/$|\.lock(\/|$)|(^|\/)\./.test(name);
  return name.length <= 250 && safe.test(name) && !isOdd && name !== "@" && name !== "HEAD";
}

export function isCommitId(name: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
}
