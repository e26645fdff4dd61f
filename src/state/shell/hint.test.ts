// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { sessionApi } from "../../api/account/session.ts";
import { call } from "../../client/call.ts";
import { endHints, hintAtom, hints, nextHint, replayHints } from "./hint.ts";
import { signedInStore } from "./signed-in.fixture.ts";

vi.mock("../../client/call.ts", () => ({ call: vi.fn(), callBytes: vi.fn() }));

let user = 7;
beforeEach(() => {
  localStorage.removeItem("hints-seen");
  user = 7;
  vi.mocked(call).mockImplementation(async (endpoint) => {
    if (endpoint !== (sessionApi.me as unknown)) throw new Error("no");
    return { id: user } as never;
  });
});

/** A visit of the user: the page is loaded, and it is known who is signed in. */
async function visit() {
  const store = signedInStore([], [hintAtom]);
  await vi.waitFor(() => expect(vi.mocked(call)).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 20));
  return store;
}

test("the first visit shows five hints, one after the other, and no later visit does", async () => {
  const store = await visit();
  const seen: unknown[] = [];
  for (let times = 0; times < hints.length; times += 1) {
    seen.push(store.get(hintAtom));
    store.set(nextHint);
  }
  expect(seen).toEqual(["map", "key_figure", "legend", "find", "table"]);
  expect(store.get(hintAtom)).toBeNull();
  expect((await visit()).get(hintAtom)).toBeNull();
});

test("hints that are closed stay closed, for this user alone", async () => {
  const store = await visit();
  store.set(endHints);
  expect(store.get(hintAtom)).toBeNull();
  expect((await visit()).get(hintAtom)).toBeNull();
  user = 8;
  expect((await visit()).get(hintAtom)).toBe("map");
});

test("they are shown again on request", async () => {
  const store = await visit();
  store.set(endHints);
  store.set(replayHints);
  expect(store.get(hintAtom)).toBe("map");
});
