import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { keepSession, session } from "../../client/session.ts";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import {
  hasPermissionAtom,
  hasSignedOutAtom,
  isSignedInAtom,
  permissionsAtom,
  sessionAtom,
} from "./session.ts";
import * as state from "./sign-in.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const answer = { token: "t1", permissions: ["READ_USER"] };
beforeAll(() => startWords("en"));
beforeEach(() => keepSession(null));

describe("signing in", () => {
  test("begins with e-mail and password, in any script", async () => {
    let sent = "";
    serve({
      "POST /auth/login": ({ headers }: { headers: { authorization: string } }) => {
        sent = headers.authorization;
        return { auth_method: 0, confirmation_key: "k1" };
      },
    });
    expect(await state.login("ada@example.com", "contraseña: 日本")).toEqual({
      auth_method: 0,
      confirmation_key: "k1",
    });
    const [kind, credentials] = sent.split(" ");
    expect(kind).toBe("Basic");
    expect(Buffer.from(credentials!, "base64").toString("utf8")).toBe(
      "ada@example.com:contraseña: 日本",
    );
    expect(asked).toEqual([["POST /auth/login"]]);
  });

  test.each([
    ["mail", "/confirm-email-login"],
    ["totp", "/confirm-totp-login"],
  ] as const)("ends with a code by %s, and the session is kept", async (method, path) => {
    serve({ [`POST ${path}/{key}`]: answer });
    expect(await state.confirmLogin(method, "k1", "123456")).toEqual(answer);
    expect(asked).toEqual([[`POST ${path}/k1`, { security_code: "123456" }]]);
    expect(session()).toEqual(answer);
  });

  test("with a wrong code keeps no session", async () => {
    serve({ "POST /confirm-email-login/{key}": refusal("INVALID_CREDENTIALS") });
    await expect(state.confirmLogin("mail", "k1", "1")).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    expect(session()).toBeNull();
  });

  test("can have the code sent again", async () => {
    serve({ "POST /confirm-email-login-resend/{key}": { done: true } });
    await state.resendCode("k1");
    expect(asked).toEqual([["POST /confirm-email-login-resend/k1"]]);
  });
});

describe("signing out", () => {
  test.each([
    ["with the server", { done: true }],
    ["also without the server", refusal("DISCONNECT")],
  ])("ends the session %s", async (_, out) => {
    keepSession(answer as never);
    serve({ "POST /auth/logout": out });
    const store = signedInStore([], [hasSignedOutAtom]);
    expect(store.get(hasSignedOutAtom)).toBe(false);
    await state.logout();
    expect([session(), asked]).toEqual([null, [["POST /auth/logout"]]]);
    expect(store.get(hasSignedOutAtom)).toBe(true);
  });

  test("ends it here also where the server does not answer", async () => {
    vi.useFakeTimers();
    serve({ "POST /auth/logout": () => new Promise(() => undefined) });
    keepSession(answer as never);
    const ended = state.logout();
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    await ended;
    expect(session()).toBeNull();
  });
});

describe("the words of a refused step", () => {
  test("are those of its problems, which say more than the code", () => {
    const problems = [
      { reason: "code_wrong", message: "You have 2 attempts left." },
      { reason: "wait", message: "Wait 5 s." },
    ];
    expect(state.signInWords(refusal("INVALID_CREDENTIALS", { problems }))).toBe(
      "You have 2 attempts left. Wait 5 s.",
    );
  });

  test("are those of its code where there are no problems", () => {
    const cause = refusal("INVALID_CREDENTIALS", { message: "" });
    expect(state.signInWords(cause)).toBe("The sign-in details are incorrect.");
  });
});

describe("the session in the state", () => {
  test("follows the sign-in and the sign-out", () => {
    const store = signedInStore(["READ_USER"], [isSignedInAtom, permissionsAtom]);
    expect(store.get(sessionAtom)).toMatchObject({ permissions: ["READ_USER"] });
    expect(store.get(isSignedInAtom)).toBe(true);
    keepSession(null);
    expect([store.get(sessionAtom), store.get(isSignedInAtom)]).toEqual([null, false]);
    // It ended by itself.
    expect(store.get(hasSignedOutAtom)).toBe(false);
    expect(store.get(permissionsAtom)).toEqual(new Set());
  });

  test("says whether it meets a requirement", () => {
    const may = signedInStore(["READ_USER"]).get(hasPermissionAtom);
    expect([may("READ_USER"), may("DELETE_USER"), may(null)]).toEqual([true, false, true]);
    expect(may({ any: ["DELETE_USER", "READ_USER"] })).toBe(true);
  });
});
