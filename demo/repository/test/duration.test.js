import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, parseDuration } from "../src/duration.js";

test("whole seconds", () => {
  assert.equal(formatDuration(0), "0s");
  assert.equal(formatDuration(59), "59s");
  assert.equal(formatDuration(95), "1m 35s");
  assert.equal(formatDuration(3661), "1h 1m 1s");
});

test("units that are zero are left out", () => {
  assert.equal(formatDuration(3600), "1h");
  assert.equal(formatDuration(3605), "1h 5s");
});

test("a fraction is rounded to the nearest second", () => {
  assert.equal(formatDuration(1.4), "1s");
  assert.equal(formatDuration(1.6), "2s");
});

test("what was formatted can be read back", () => {
  for (const seconds of [1, 60, 3599, 3600, 86_399]) {
    assert.equal(parseDuration(formatDuration(seconds)), seconds);
  }
});

test("what is no duration is refused", () => {
  assert.throws(() => parseDuration("soon"), RangeError);
});
