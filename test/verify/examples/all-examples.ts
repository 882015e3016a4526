import type { Example } from "../judge/corpus.ts";
import { ava } from "./ava.ts";
import { bats } from "./bats.ts";
import { cargoTest } from "./cargo-test.ts";
import { ctest } from "./ctest.ts";
import { goTest } from "./go-test.ts";
import { jest } from "./jest.ts";
import { minitest } from "./minitest.ts";
import { mix } from "./mix.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { phpunit } from "./phpunit.ts";
import { prove } from "./prove.ts";
import { pytest } from "./pytest.ts";
import { rspec } from "./rspec.ts";
import { tape } from "./tape.ts";
import { unittest } from "./unittest.ts";
import { vitest } from "./vitest.ts";

/** One repository a test runner. */
export const EXAMPLES: readonly Example[] = [
  nodeTest,
  mocha,
  jest,
  vitest,
  ava,
  tape,
  pytest,
  unittest,
  bats,
  goTest,
  cargoTest,
  rspec,
  minitest,
  phpunit,
  ctest,
  mix,
  prove,
];
