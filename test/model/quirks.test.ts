import { expect, test } from "@jest/globals";
import { quirksAfterRefusal, quirksFor } from "../../src/model/quirks.ts";

test.each([
  ["https://api.openai.com/v1", "gpt-4o", "max_completion_tokens"],
  ["https://x.openai.azure.com/openai/v1", "mine", "max_completion_tokens"],
  ["http://127.0.0.1:4000/v1", "openai/gpt-5-mini", "max_completion_tokens"],
  ["http://127.0.0.1:11434/v1", "qwen3-coder", "max_tokens"],
  ["https://openai.com.example.org/v1", "mine", "max_tokens"],
])("%s with %s limits answers by %s", (url, model, field) => {
  expect(quirksFor(url, model).tokenLimit).toBe(field);
});

test("usage in streams is not asked of a server known to refuse it", () => {
  expect(quirksFor("https://api.mistral.ai/v1", "m").streamUsage).toBe(false);
});

test("a refused field is left out once, and an unknown field changes nothing", () => {
  const usual = quirksFor("http://127.0.0.1/v1", "m");
  const silent = quirksAfterRefusal(usual, "stream_options");
  expect(silent).toEqual({ ...usual, streamUsage: false });
  expect(quirksAfterRefusal(silent!, "stream_options")).toBeNull();
  expect(quirksAfterRefusal(usual, "stream")).toEqual({ ...usual, stream: false });
  expect(quirksAfterRefusal(usual, "messages")).toBeNull();
});
