/** One file's name and how it differs from the base. */
export interface ChangedFile {
  path: string;
  status: "added" | "modified" | "deleted" | "renamed" | "type changed";
  addedLines: number;
  removedLines: number;
  binary: boolean;
}

export interface SearchRequest {
  query: string;
  glob?: string;
  /** Matches to return at most. */
  limit: number;
}

export interface SearchResult {
  matches: { path: string; line: number; text: string }[];
  /** True when there were more than `limit`. */
  truncated: boolean;
  /** Set when the query is no valid expression: what is wrong with it. */
  problem: string | null;
}

/**
 * A path-confined tree. Every path is relative to the root with forward slashes; one that leaves the tree,
 * also by a link, and anything under `.git` is refused with PATH_REFUSED.
 */
export interface Workspace {
  /** Absolute path of the root, for people and for the search tool. Not for building paths. */
  readonly root: string;
  /** Raw bytes. @throws PATH_REFUSED; a missing file is null. */
  readFile(path: string): Promise<Uint8Array | null>;
  /** Size in bytes and kind, null when absent. */
  stat(path: string): Promise<{ kind: "file" | "directory" | "other"; size: number } | null>;
  /** Creates parent directories. Keeps the mode of an existing file. */
  writeFile(path: string, content: Uint8Array): Promise<void>;
  deleteFile(path: string): Promise<void>;
  /** Tracked and new files that git does not ignore, sorted. `glob` is a picomatch pattern. */
  listFiles(options?: { glob?: string; limit?: number }): Promise<{ paths: string[]; total: number }>;
  /** Lines that match a regular expression (Rust syntax), in files git does not ignore. Ordered by path and line. */
  search(request: SearchRequest): Promise<SearchResult>;
  /** Everything that differs from the base, ignored files left out. */
  changedFiles(): Promise<ChangedFile[]>;
  /** Unified diff against the base, new files included. */
  diff(paths?: readonly string[]): Promise<string>;
}
