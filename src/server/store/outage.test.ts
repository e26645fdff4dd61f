import { readFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { describe, expect, it } from "vitest";
import { isDatabaseAway, isDiskFull } from "./outage.ts";

const withCode = (code: string) => Object.assign(new Error("failed"), { code });
const wrapped = (cause: Error) => new Error("Failed query", { cause });

describe("an error of an outage", () => {
  it.each(["ECONNREFUSED", "57P01", "57P03", "08006", "53300"])(
    "%s is found at any depth of causes",
    (code) => {
      expect(isDatabaseAway(withCode(code))).toBe(true);
      expect(isDatabaseAway(wrapped(wrapped(withCode(code))))).toBe(true);
      expect(isDiskFull(withCode(code))).toBe(false);
    },
  );

  it.each(["ENOSPC", "EDQUOT", "53100"])("%s says that the disk is full", (code) => {
    expect(isDiskFull(wrapped(withCode(code)))).toBe(true);
    expect(isDatabaseAway(withCode(code))).toBe(false);
  });

  it("is a missing socket, but not a missing file", async () => {
    const socket = await new Promise<unknown>((failed) =>
      createConnection("/nothing/here.sock").once("error", failed),
    );
    expect(isDatabaseAway(socket)).toBe(true);
    const file = await readFile("/nothing/here").catch((error: unknown) => error);
    expect(isDatabaseAway(file)).toBe(false);
  });

  it("is none where a statement is wrong", () => {
    expect(isDatabaseAway(wrapped(withCode("23505")))).toBe(false);
    expect(isDatabaseAway("ECONNREFUSED")).toBe(false);
    expect(isDatabaseAway(new Error("Connection terminated unexpectedly"))).toBe(true);
  });
});
