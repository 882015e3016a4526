import type { Artefacts } from "../artefacts.ts";
import { lineAt } from "../at-line.ts";
import type { Declared } from "./declared.ts";

const TEST_FILE = /(^|\/)(test_[^/]+|[^/]+_test)\.py$/;
const MOST_FILES_READ = 20;

/** Test files that no configuration speaks of: what they import says which runner they are for. */
export async function pythonTests(artefacts: Artefacts): Promise<Declared[]> {
  const files = artefacts.paths().filter((path) => TEST_FILE.test(path) && path.split("/").length <= 4);
  const [first] = files;
  if (first === undefined) return [];
  let unittest = false;
  for (const path of files.slice(0, MOST_FILES_READ)) {
    const text = (await artefacts.text(path)) ?? "";
    const match = /^[^\S\n]*(import pytest|from pytest\b)|^def test_/m.exec(text);
    if (match !== null) {
      const line = lineAt(text, match.index);
      return [{ slot: "test", command: "python -m pytest", provenance: path, line }];
    }
    unittest ||= /^[^\S\n]*(import unittest|from unittest\b)/m.test(text);
  }
  if (!unittest) return [];
  return [{ slot: "test", command: discovery(first), provenance: first, line: 1 }];
}

/** Discovery finds packages from the root; a plain folder must be named. */
function discovery(path: string): string {
  const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : ".";
  return folder === "." ? "python -m unittest" : `python -m unittest discover -s ${folder} -t .`;
}
