import type { RequestedCall } from "../domain/ports/model.ts";

/** A piece of a tool call, or a whole one, with whatever the server left out. */
export interface CallPiece {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
}

interface OpenCall extends CallPiece {
  pieces: string[];
}

/**
 * Puts tool calls together from pieces. Servers number them, or repeat one number for all, or give ids only,
 * or neither; arguments are kept as text and never judged here.
 */
export class CallGatherer {
  readonly #calls: OpenCall[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(piece: CallPiece): void {
    const open = this.#continued(piece);
    if (open === undefined) {
      this.#calls.push({ ...piece, pieces: [piece.arguments] });
      return;
    }
    open.id ||= piece.id;
    open.name ||= piece.name;
    open.pieces.push(piece.arguments);
  }

  /** Every call gets an id of its own: what the server left out or gave twice comes from `newId`. */
  finish(newId: () => string): RequestedCall[] {
    const seen = new Set<string>();
    return this.#calls.map((call) => {
      const id = call.id === "" || seen.has(call.id) ? newId() : call.id;
      seen.add(id);
      return { id, name: call.name, arguments: call.pieces.join("") };
    });
  }

  /** The call this piece belongs to; undefined when it begins a new one. */
  #continued(piece: CallPiece): OpenCall | undefined {
    const candidate =
      piece.index === null
        ? this.#calls.findLast((call) => piece.id === "" || call.id === piece.id)
        : this.#calls.findLast((call) => call.index === piece.index);
    if (candidate === undefined || candidate.name === "" || piece.name === "") return candidate;
    if (piece.id !== "" && candidate.id !== "") return piece.id === candidate.id ? candidate : undefined;
    // A name again, and no ids to tell: a new call when the arguments so far are whole or the name differs.
    if (piece.name !== candidate.name) return undefined;
    return isWhole(candidate.pieces.join("")) ? undefined : candidate;
  }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
