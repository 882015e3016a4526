import type { Ecosystem } from "./ecosystem.ts";
import { clojure } from "./clojure.ts";
import { dotnet } from "./dotnet.ts";
import { functional } from "./functional.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { javascriptManagers } from "./javascript-managers.ts";
import { machine } from "./machine.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { science } from "./science.ts";
import { systems } from "./systems.ts";

/** The machine comes last: its rows are the widest. */
export const ALL_ECOSYSTEMS: readonly Ecosystem[] = [
  javascript,
  javascriptManagers,
  python,
  rust,
  go,
  java,
  scala,
  clojure,
  dotnet,
  ruby,
  php,
  systems,
  functional,
  science,
  machine,
];
