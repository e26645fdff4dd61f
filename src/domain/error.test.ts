import { expect, test } from "vitest";
import { errors, failure, isFailure } from "./error.ts";

test("a failure is an error with its code and its problems, and names both", () => {
  const plain = failure("CONFLICT");
  expect(plain).toBeInstanceOf(Error);
  expect(plain.message).toBe("CONFLICT");
  expect(plain.code).toBe("CONFLICT");
  expect(plain.problems).toEqual([]);
  const problems = [{ reason: "twin_file_kind" }, { reason: "user_locked", field: "role_id" }];
  const two = failure("FILE_REFUSED", ...problems);
  expect(two.message).toBe("FILE_REFUSED: twin_file_kind, user_locked");
  expect(two.problems).toEqual(problems);
});

test("only errors with a code and problems are failures", () => {
  expect(isFailure(failure("BAD_REQUEST"))).toBe(true);
  // Errors of the system have a code as well.
  expect(isFailure(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe(false);
  expect(isFailure(Object.assign(new Error("some"), { problems: [] }))).toBe(false);
  expect(isFailure({ code: "CONFLICT", problems: [] })).toBe(false);
  expect(isFailure(null)).toBe(false);
});

test("every error of the server has a status of HTTP that says so", () => {
  // The browser finds these two by itself: no server has answered.
  const own = ["DISCONNECT", "OFFLINE"];
  for (const [code, { status }] of Object.entries(errors)) {
    if (own.includes(code)) {
      expect(status, code).toBe(0);
      continue;
    }
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
  }
});
