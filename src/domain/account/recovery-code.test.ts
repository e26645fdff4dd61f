import { expect, test } from "vitest";
import { recoveryCodeOf, recoveryRefusal, shownRecoveryCode } from "./recovery-code.ts";

const code = "0123456789ABCDEFGHJKMN10";

test("a code is read as people write it", () => {
  expect(shownRecoveryCode(code)).toBe("0123-4567-89AB-CDEF-GHJK-MN10");
  expect(recoveryCodeOf(" o1234567 89ab-cdef-ghjk-mnIO ".replace("o1234567", "ol23-4567"))).toBe(
    code,
  );
});

test("what is no code is none", () => {
  for (const typed of ["", "123456", code.slice(1), `${code}0`, code.replace("A", "U")]) {
    expect(recoveryCodeOf(typed)).toBeNull();
  }
});

test("only an authenticator app has them", () => {
  expect([recoveryRefusal(0)?.reason, recoveryRefusal(1)]).toEqual(["recovery_needs_app", null]);
});
