import { expect, test } from "vitest";
import { codeOfStatus, faultMeaning, isUnanswered } from "./fault-meaning.ts";

const coded = (status?: number, code = "SOMETHING_WENT_WRONG") => ({ code, status });

// Status codes of RFC 9110: 4xx says that the request is refused, 5xx that the server could not answer.
test.each([400, 403, 404, 418, 451, 499])(
  "an answer %i without a reason holds up all that waits, and is asked of its author after five",
  (status) => {
    const fault = coded(status, codeOfStatus(status));
    const meanings = [0, 1, 2, 3, 4, 5].map((before) => faultMeaning(fault, before));
    expect(meanings).toEqual(["pause", "pause", "pause", "pause", "reject", "reject"]);
    expect(isUnanswered(fault)).toBe(false);
  },
);

test.each([401, 407, 511])("a sign-in of the network, %i, waits until it is made", (status) => {
  const fault = coded(status, codeOfStatus(status));
  expect([faultMeaning(fault, 99), isUnanswered(fault)]).toEqual(["pause", true]);
});

test.each([200, 500, 501, 520])("an answer %i that cannot be read waits", (status) => {
  expect([faultMeaning(coded(status)), isUnanswered(coded(status))]).toEqual(["later", true]);
});

test("what failed on this device is tried again, and is no answer of a server", () => {
  expect([faultMeaning(coded()), isUnanswered(coded())]).toEqual(["later", false]);
});

test("a full or busy server and a lost network hold up all that waits", () => {
  for (const [code, status] of [
    ["DISCONNECT", 0],
    ["UNAVAILABLE", 503],
    ["INSUFFICIENT_STORAGE", 507],
  ] as const) {
    const fault = coded(status, code);
    expect([faultMeaning(fault), isUnanswered(fault)]).toEqual(["pause", true]);
  }
  for (const code of ["TOO_MANY_REQUESTS", "TOKEN_EXPIRED"]) {
    expect([faultMeaning(coded(400, code)), isUnanswered(coded(400, code))]).toEqual([
      "pause",
      false,
    ]);
  }
});

test("a refusal of the server is asked of its author", () => {
  for (const code of ["BAD_REQUEST", "CONFLICT", "PERMISSION_DENIED", "FILE_REFUSED"]) {
    expect([faultMeaning(coded(400, code)), isUnanswered(coded(400, code))]).toEqual([
      "reject",
      false,
    ]);
  }
});
