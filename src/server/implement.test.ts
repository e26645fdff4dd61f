import { expect, it } from "vitest";
import type { api } from "../api/index.ts";
import type { Database } from "./context.ts";
import { withOwner, type Handler } from "./implement.ts";

const ownerDb = { name: "owner" } as unknown as Database;

it("a handler gets the owner's database only where it says why it needs it", async () => {
  const seen: unknown[] = [];
  const plain = async (context: object) => void seen.push("ownerDb" in context);
  const needy = { needsOwner: "a reason", answer: plain };
  await withOwner(plain, ownerDb)({} as never, {});
  await withOwner(needy, ownerDb)({} as never, {});
  expect(seen).toEqual([false, true]);
});

it("the type of a handler has the owner's database only there", () => {
  // @ts-expect-error a handler that gives no reason has none
  const wrong: Handler<typeof api.session.logout> = async ({ ownerDb: db }) =>
    ({ done: db !== null }) as { done: true };
  // @ts-expect-error a public handler has no viewer, so no database is bound to one
  const unbound: Handler<typeof api.session.ping> = async ({ db }) => (db ? "pong" : "pong");
  const right: Handler<typeof api.session.logout> = {
    needsOwner: "a reason",
    answer: async ({ ownerDb: db }) => ({ done: db !== null }) as { done: true },
  };
  expect([wrong, unbound, right]).toHaveLength(3);
});
