// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { needWords } from "../shell/locale.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast } from "../shell/toast.ts";
import { meAtom, reloadMe } from "./me.ts";
import * as state from "./profile.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const ada = {
  id: 4,
  first_name: "Ada",
  last_name: "Diaz",
  locale: "en",
  auth_method: 0,
  show_all_key_figures: false,
};
/** A session, identified by the day on which it began. */
const since = (created_at: string) => ({ created_at });
const names = { first_name: "Eva", last_name: "Ruiz" };
const NAMES = "POST /auth/user/{id}/change-user-names";
const STORE = "POST /auth/user/profile";
const SESSIONS = "GET /auth/user/sessions";
const said: [tone: string, message: string][] = [];
onToast(({ tone, message }) => said.push([tone, message]));
const refused = ["danger", "refused: CONFLICT"];

let store = signedInStore();
beforeAll(async () => {
  await startWords("en");
  await needWords("profile");
});
beforeEach(async () => {
  serve({ "GET /auth/user/me": ada, [SESSIONS]: [since("Monday"), since("Friday")] });
  store = signedInStore([], [meAtom, state.sessionsAtom]);
  await settle();
  asked.splice(0);
  said.splice(0);
});
afterEach(() => vi.restoreAllMocks());
const me = () => valueOf(store.get(meAtom));
const sessions = () => valueOf(store.get(state.sessionsAtom))?.map(({ created_at }) => created_at);

test("the user can be fetched again", async () => {
  serveAlso({ "GET /auth/user/me": { ...ada, first_name: "Eva" } });
  await reloadMe();
  expect(asked).toEqual([["GET /auth/user/me"]]);
  expect(me()?.first_name).toBe("Eva");
});

describe("the own names", () => {
  test("are kept once the server has them", async () => {
    serveAlso({ [NAMES]: { done: true } });
    await store.set(state.saveOwnNames, names);
    expect(asked).toEqual([["POST /auth/user/4/change-user-names", names]]);
    expect(me()).toEqual({ ...ada, ...names });
    expect(said).toEqual([["good", "Your name was saved."]]);
  });

  test("stay where the server refuses, which is shown and rejected", async () => {
    serveAlso({ [NAMES]: refusal() });
    await expect(store.set(state.saveOwnNames, names)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(me()).toEqual(ada);
    expect(said).toEqual([refused]);
  });

  test("are not sent before it is known whose they are", async () => {
    serve({ "GET /auth/user/me": refusal() });
    store = signedInStore([], [meAtom]);
    await settle();
    asked.splice(0);
    await store.set(state.saveOwnNames, names);
    expect(asked).toEqual([]);
  });
});

describe("the language", () => {
  test("is stored for e-mails and for this browser, and the page is loaded in it", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    serveAlso({ [STORE]: { ...ada, locale: "es" } });
    await store.set(state.saveLocale, "es");
    expect(asked).toEqual([["POST /auth/user/profile", { locale: "es" }]]);
    expect([me()?.locale, localStorage.getItem("locale")]).toEqual(["es", "es"]);
    expect(reload).toHaveBeenCalledOnce();
  });

  test("stays where the server refuses", async () => {
    localStorage.clear();
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    serveAlso({ [STORE]: refusal() });
    await store.set(state.saveLocale, "es");
    expect([me()?.locale, localStorage.getItem("locale")]).toEqual(["en", null]);
    expect(reload).not.toHaveBeenCalled();
    expect(said).toEqual([refused]);
  });
});

describe("the wish to see all key figures", () => {
  test("shows at once, and is then as the server has it", async () => {
    serveAlso({ [STORE]: { ...ada, show_all_key_figures: true, last_name: "Server" } });
    const saving = store.set(state.saveShowAll, true);
    expect(me()?.show_all_key_figures).toBe(true);
    await saving;
    expect(asked).toEqual([["POST /auth/user/profile", { show_all_key_figures: true }]]);
    expect(me()).toMatchObject({ show_all_key_figures: true, last_name: "Server" });
    expect(said).toEqual([["good", "All key figures are shown."]]);
  });

  test("can be taken back", async () => {
    serveAlso({ [STORE]: ada });
    await store.set(state.saveShowAll, false);
    expect(said).toEqual([["good", "Only the key figures that are switched on are shown."]]);
  });

  test("is as before where the server refuses", async () => {
    serveAlso({ [STORE]: refusal() });
    await store.set(state.saveShowAll, true);
    expect(me()).toEqual(ada);
    expect(said).toEqual([refused]);
  });
});

describe("a change of the second factor", () => {
  const PREPARE = "POST /auth/user/prepare-change-auth-method";
  const CHANGE = "POST /auth/user/change-auth-method/{key}";
  const secret = { email: "ada@example.com", secret: "ABC", otpauth_uri: "otpauth://x" };

  test("to an app begins with the password, and brings the secret of the app", async () => {
    serveAlso({
      [PREPARE]: { auth_method: 0, confirmation_key: "k1" },
      "GET /totp-secrets/{key}": secret,
    });
    expect(await state.prepareMethodChange(1, "my password")).toEqual({
      key: "k1",
      from: 0,
      to: 1,
      secret,
    });
    expect(asked).toEqual([
      ["POST /auth/user/prepare-change-auth-method", { auth_method: 1, password: "my password" }],
      ["GET /totp-secrets/k1"],
    ]);
  });

  test("to codes by mail has no secret", async () => {
    serveAlso({ [PREPARE]: { auth_method: 1, confirmation_key: "k2" } });
    expect(await state.prepareMethodChange(0, "my password")).toEqual({
      key: "k2",
      from: 1,
      to: 0,
      secret: null,
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    [1, "You now sign in with your authenticator app."],
    [0, "You now sign in with codes by e-mail."],
  ] as const)("to %s ends with a code of each way, and other sessions end", async (to, words) => {
    serveAlso({ [CHANGE]: { done: true }, [SESSIONS]: [since("Monday")] });
    const begun = { key: "k1", from: 0, to, secret: null } as const;
    await store.set(state.endMethodChange, begun, "111111", "222222");
    expect(asked).toEqual([
      [
        "POST /auth/user/change-auth-method/k1",
        { auth_method: to, security_code: "111111", new_security_code: "222222" },
      ],
      ["GET /auth/user/sessions"],
    ]);
    expect(me()).toEqual({ ...ada, auth_method: to });
    expect([said, sessions()]).toEqual([[["good", words]], ["Monday"]]);
  });

  test("with a wrong code changes nothing", async () => {
    serveAlso({ [CHANGE]: refusal("BAD_REQUEST") });
    const begun = { key: "k1", from: 0, to: 1, secret: null } as const;
    await expect(store.set(state.endMethodChange, begun, "1", "2")).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect([me(), said]).toEqual([ada, []]);
  });
});

describe("the user's sessions", () => {
  const END = "POST /auth/user/end-other-sessions";

  test("are fetched, and again on request", async () => {
    expect(sessions()).toEqual(["Monday", "Friday"]);
    serveAlso({ [SESSIONS]: [since("Sunday")] });
    await state.reloadSessions();
    expect(sessions()).toEqual(["Sunday"]);
  });

  test("end but for this one, with a word on how many", async () => {
    serveAlso({ [END]: { ended: 2 }, [SESSIONS]: [since("Monday")] });
    await store.set(state.endOtherSessions, "secret");
    expect(asked).toEqual([[END, { password: "secret" }], ["GET /auth/user/sessions"]]);
    expect(said).toEqual([["good", "2 other sessions were signed out."]]);
    expect(sessions()).toEqual(["Monday"]);
  });

  test("that cannot be ended are refused, and are fetched again", async () => {
    serveAlso({
      [END]: refusal(),
      [SESSIONS]: [since("Monday"), since("Friday"), since("Sunday")],
    });
    await expect(store.set(state.endOtherSessions, "secret")).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect([said, sessions()]).toEqual([[], ["Monday", "Friday", "Sunday"]]);
  });
});
