import { beforeAll, describe, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { keepSession } from "../../client/session.ts";
import { createStore } from "jotai";
import { needWords } from "../shell/locale.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import { namesFor, passwordMeter } from "./new-password.ts";
import { changePassword, forgotPassword, resetOf, resetPassword } from "./password.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
const done = { done: true };

beforeAll(async () => {
  await startWords("en");
  await needWords("password", "refusal");
});

describe("a forgotten password", () => {
  test("sends the address only", async () => {
    serve({ "POST /forgot-password": done });
    await forgotPassword("ada@example.com");
    expect(asked).toEqual([["POST /forgot-password", { email: "ada@example.com" }]]);
  });

  test("rejects after too many requests", async () => {
    serve({ "POST /forgot-password": refusal("TOO_MANY_REQUESTS") });
    await expect(forgotPassword("ada@example.com")).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
  });
});

describe("a link to reset the password", () => {
  test("shows its user without a session", async () => {
    keepSession(null);
    serve({ "GET /reset-password/{key}": { email: "ada@example.com" } });
    const store = createStore();
    const stop = store.sub(resetOf("k1"), () => undefined);
    await settle();
    expect(valueOf(store.get(resetOf("k1")))).toEqual({ email: "ada@example.com" });
    expect(asked).toEqual([["GET /reset-password/k1"]]);
    stop();
  });

  test("sets the new password, typed twice", async () => {
    serve({ "POST /reset-password/{key}": done });
    await resetPassword("k1", "four words are easy", "four words are easy!");
    expect(asked).toEqual([
      [
        "POST /reset-password/k1",
        { new_password: "four words are easy", new_password_repeat: "four words are easy!" },
      ],
    ]);
  });
});

test("the own password is changed with the present one", async () => {
  serve({ "POST /auth/user/change-password": done });
  await changePassword("old", "new", "new again");
  expect(asked).toEqual([
    [
      "POST /auth/user/change-password",
      { password: "old", new_password: "new", new_password_repeat: "new again" },
    ],
  ]);
});

describe("a password while it is typed", () => {
  const grace = {
    email: "amazing@navy.example",
    first_name: "Grace",
    last_name: "Hopper",
    customer_name: "Sunfield",
  };
  const meter = (password: string) => passwordMeter(password, namesFor(grace));

  test("is not judged before anything is typed", () => {
    expect(meter("")).toBeNull();
  });

  test("says why it is refused", () => {
    expect(meter("short")).toEqual({
      strength: 0,
      words: expect.stringMatching(/^The password must have at least \d+ characters\.$/),
    });
  });

  test.each(["Heliograph2026!", "Sunfield2026!", "gracegrace", "HopperHopper1", "amazing#amazing"])(
    "must not consist of a name that others know: %s",
    (password) => {
      expect(meter(password)).toEqual({
        strength: 0,
        words: expect.stringMatching(/^The password contains only a name/),
      });
    },
  );

  test("says how strong it is", () => {
    expect(meter("violet kettle and orbit")).toEqual({ strength: 4, words: "Strong" });
  });
});
