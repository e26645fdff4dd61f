// @own-process: the setting must stand before zod is loaded for the first time.
import "./no-eval.ts";
import { config } from "zod";
import { expect, test } from "vitest";

test("zod takes the setting that is written before it is loaded", () => {
  expect(config().jitless).toBe(true);
});
