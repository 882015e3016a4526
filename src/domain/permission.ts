/**
 * The gate's answer to one proposed action. `block` tells the model why and lets it try something else. `ask` wants a
 * person; where nobody is there to answer, the action is refused with that reason and the run goes on.
 */
export type Permission =
  /** `by` names the person who agreed, where one was asked. */
  { kind: "allow"; by?: string } | { kind: "block"; reason: string } | { kind: "ask"; reason: string };

/** How far an action reaches: 0 reads, 1 edits source, 2 runs a command, 3 moves the goalposts, 4 never. */
export type Tier = 0 | 1 | 2 | 3 | 4;
