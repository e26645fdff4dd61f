// @vitest-environment happy-dom
// A deletion that the server was not reached for waits on this device, is sent by itself, and can be taken back.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { meAtom } from "../account/me.ts";
import { plantAtom } from "../plant/plant.ts";
import { answers, asked, refusal } from "../plant/two-plants.fixture.ts";
import { valueOf } from "../shell/loaded.ts";
import { undo } from "../shell/undo.ts";
import { removeObservations } from "./change.ts";
import { listedObservationsAtom } from "./filter.ts";
import { observationAt, openedWith } from "./observed.fixture.ts";
import { waitingOfAtom } from "./shown.ts";
import { outboxAtom, outboxStore, sendByItself, startOutbox } from "./outbox.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const REMOVE = "DELETE /auth/observation/{id}";
/** The locks of a browser with one tab. */
const locks = {
  request: (_name: string, _options: object, work: (lock: object) => Promise<unknown>) => work({}),
};
Object.defineProperty(navigator, "locks", { value: locks, configurable: true });

const usual = { ...answers };
let account = 950;
let isReached = false;
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  isReached = false;
  answers["GET /auth/user/me"] ??= () => ({ id: 1, first_name: "Ana", last_name: "" });
  answers[REMOVE] = () => {
    if (!isReached) throw refusal("DISCONNECT");
    return { done: true };
  };
  opened = await openedWith([observationAt(3), observationAt(5)]);
  const { store } = opened;
  for (const one of [outboxAtom, listedObservationsAtom, waitingOfAtom, meAtom, plantAtom]) {
    store.sub(one, () => undefined);
  }
  await vi.waitUntil(() => store.get(listedObservationsAtom).length === 2);
  await vi.waitUntil(() => valueOf(store.get(meAtom)) && valueOf(store.get(plantAtom)));
  store.set(startOutbox, (account += 1));
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const listed = () => opened.store.get(listedObservationsAtom).map(({ id }) => id);
const waiting = async () =>
  (await outboxStore().list()).map(({ stored, removes, state }) => [stored?.id, removes, state]);
const removals = () => asked.filter((call) => call.startsWith("DELETE /auth/observation/"));

test("it is hidden at once, waits, and is made once the server is reached", async () => {
  const { store } = opened;
  const [one] = store.get(listedObservationsAtom).filter(({ id }) => id === 1005);
  expect(await store.set(removeObservations, [one!])).toEqual({ waiting: 1 });
  expect(listed()).toEqual([1003]);
  expect(await waiting()).toEqual([[1005, true, "waiting"]]);
  await store.set(sendByItself);
  expect(await waiting()).toEqual([[1005, true, "waiting"]]);
  isReached = true;
  await store.set(sendByItself);
  expect(await waiting()).toEqual([]);
  expect(listed()).toEqual([1003]);
  expect(removals().length).toBeGreaterThanOrEqual(3);
});

test("undo takes it back, and the server is never asked to delete", async () => {
  const { store } = opened;
  const [one] = store.get(listedObservationsAtom).filter(({ id }) => id === 1005);
  await store.set(removeObservations, [one!]);
  await store.set(sendByItself);
  const before = removals().length;
  answers["GET /auth/observation/{id}"] = () => observationAt(5);
  isReached = true;
  await store.set(undo);
  await vi.waitFor(() => expect(listed()).toContain(1005));
  await vi.waitFor(async () => expect(await waiting()).toEqual([]));
  expect(removals()).toHaveLength(before);
});

test("what the server refuses is shown again, and nothing waits", async () => {
  const { store } = opened;
  answers[REMOVE] = () => {
    throw refusal("PERMISSION_DENIED");
  };
  const [one] = store.get(listedObservationsAtom).filter(({ id }) => id === 1005);
  await expect(store.set(removeObservations, [one!])).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  expect(listed()).toHaveLength(2);
  expect(await waiting()).toEqual([]);
});
