import { expect, test } from "vitest";
import { refusal } from "../plant/two-plants.fixture.ts";
import { canWait, mayKeep } from "./may-keep.ts";

test("only a server that was not reached lets an observation wait", () => {
  for (const code of ["DISCONNECT", "UNAVAILABLE", "OFFLINE", "INSUFFICIENT_STORAGE"]) {
    expect(canWait(refusal(code))).toBe(true);
  }
  for (const code of ["BAD_REQUEST", "CONFLICT", "PERMISSION_DENIED"]) {
    expect(canWait(refusal(code))).toBe(false);
  }
  expect(canWait(null)).toBe(false);
});

test("what was written is kept where the session ended, and goes back where it is refused", () => {
  for (const code of ["DISCONNECT", "TOKEN_EXPIRED", "INVALID_TOKEN"])
    expect(mayKeep(refusal(code))).toBe(true);
  for (const code of ["BAD_REQUEST", "CONFLICT", "PERMISSION_DENIED"])
    expect(mayKeep(refusal(code))).toBe(false);
});

test("so does one that could not answer, and what cannot be read; a refusal of a proxy does not", () => {
  const failed = (status?: number) => ({ code: "SOMETHING_WENT_WRONG", status });
  for (const status of [500, 501, 507, 200]) expect(canWait(failed(status))).toBe(true);
  for (const status of [400, 404, 418, 499, undefined]) expect(canWait(failed(status))).toBe(false);
  expect(canWait(new TypeError("x is undefined"))).toBe(false);
});
