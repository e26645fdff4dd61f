import { createStore } from "jotai";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import * as state from "./registration.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const SECRET = "/totp-secrets/{key}";
const form = {
  first_name: "Ada",
  last_name: "Diaz",
  password: "four words are easy",
  terms_accepted: true,
  auth_method: 1,
} as const;
beforeEach(() => keepSession(null));

/** What a page without a session is shown. */
async function shown(query: Parameters<ReturnType<typeof createStore>["sub"]>[0]) {
  const store = createStore();
  const stop = store.sub(query, () => undefined);
  await settle();
  const loaded = store.get(query) as Parameters<typeof valueOf>[0];
  stop();
  return loaded;
}

describe("an invitation", () => {
  test("shows its user", async () => {
    serve({ "GET /register/{key}": { email: "ada@example.com" } });
    expect(valueOf(await shown(state.invitationOf("k1")))).toEqual({ email: "ada@example.com" });
    expect(asked).toEqual([["GET /register/k1"]]);
  });

  test("that has expired says so", async () => {
    serve({ "GET /register/{key}": refusal("RESOURCE_NOT_FOUND") });
    expect(await shown(state.invitationOf("k2"))).toMatchObject({
      state: "failed",
      fault: { code: "RESOURCE_NOT_FOUND" },
    });
  });

  test("is accepted, with the key of an authenticator's secret where one is wished", async () => {
    serve({ "POST /register/{key}": { confirmation_key: "s1" } });
    expect(await state.register("k1", form)).toBe("s1");
    expect(asked).toEqual([["POST /register/k1", form]]);
    serve({ "POST /register/{key}": { confirmation_key: null } });
    expect(await state.register("k1", form)).toBeNull();
  });
});

describe("the secret of an authenticator", () => {
  test("is shown to set the app up", async () => {
    serve({ [`GET ${SECRET}`]: { secret: "ABC" } });
    expect(valueOf(await shown(state.totpSecretOf("s1")))).toEqual({ secret: "ABC" });
    expect(asked).toEqual([["GET /totp-secrets/s1"]]);
  });

  test("is confirmed by a first code", async () => {
    serve({ [`POST ${SECRET}`]: { done: true } });
    await state.verifyTotpSecret("s1", "123456");
    expect(asked).toEqual([["POST /totp-secrets/s1", { security_code: "123456" }]]);
  });

  test("that a wrong code does not confirm rejects", async () => {
    serve({ [`POST ${SECRET}`]: refusal("BAD_REQUEST") });
    await expect(state.verifyTotpSecret("s1", "1")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("is deleted, and may be gone already", async () => {
    serve({ [`DELETE ${SECRET}`]: { done: true } });
    await state.dropTotpSecret("s1");
    expect(asked).toEqual([["DELETE /totp-secrets/s1"]]);
    serve({ [`DELETE ${SECRET}`]: refusal("RESOURCE_NOT_FOUND") });
    await expect(state.dropTotpSecret("s1")).resolves.toBeUndefined();
  });
});
