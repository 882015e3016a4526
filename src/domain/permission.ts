/**
 * The gate's answer to one proposed action. `block` tells the model why and lets it try something else;
 * `ask` ends the run `blocked` with a question when nobody is there to answer.
 */
export type Permission =
  | { kind: "allow" }
  | { kind: "block"; reason: string }
  | { kind: "ask"; reason: string };

/** How far an action reaches: 0 reads, 1 edits source, 2 runs a command, 3 moves the goalposts, 4 never. */
export type Tier = 0 | 1 | 2 | 3 | 4;
