// Signing out asks first where something waits on this device, or where that is not known.
import { beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { answerSignOut, signOut, signOutQuestionAtom } from "./sign-out.ts";

const { logout, shown } = vi.hoisted(() => ({
  logout: vi.fn(async () => undefined),
  shown: {
    entries: [] as unknown[],
    storage: null as string | null,
    flag: null as { account_id: number; plant_ids: number[] } | null,
    held: [] as { plant_id: number }[],
  },
}));
vi.mock("../account/sign-in.ts", () => ({ logout }));
vi.mock("../../client/offline/offline.ts", async (original) => ({
  ...(await original<object>()),
  offlineFlag: () => shown.flag,
}));
vi.mock("../plant/offline.ts", async () => {
  const { atom } = await import("jotai");
  return { heldAtom: atom(() => shown.held) };
});
vi.mock("./outbox.ts", async () => {
  const { atom } = await import("jotai");
  return { outboxAtom: atom(() => shown) };
});

const entry = (photos: number) =>
  ({
    photos: Array.from({ length: photos }, (_, at) => ({ file_id: `${at}` })),
  }) as unknown as OutboxEntry;
let store: ReturnType<typeof signedInStore>;
function begin(entries: readonly OutboxEntry[], storage: string | null): void {
  Object.assign(shown, { entries, storage });
  store = signedInStore([], [signOutQuestionAtom]);
  store.set(signOut);
}
const question = () => store.get(signOutQuestionAtom);
beforeEach(async () => {
  shown.flag = null;
  shown.held = [];
  await startWords("en");
  await loadWords(() => true);
  logout.mockClear();
});

test("it signs out at once where nothing waits", () => {
  begin([], null);
  expect(question()).toBeNull();
  expect(logout).toHaveBeenCalledTimes(1);
});

test("it says how much waits, and signs out only once that is confirmed", () => {
  begin([entry(2), entry(1)], null);
  expect(logout).not.toHaveBeenCalled();
  expect(question()).toEqual({
    words: "2 observations wait on this device (3 photos).",
    plants: 0,
    isKnown: true,
  });
  store.set(answerSignOut, false);
  expect(question()).toBeNull();
  expect(logout).not.toHaveBeenCalled();
  store.set(signOut);
  store.set(answerSignOut, true);
  expect(question()).toBeNull();
  expect(logout).toHaveBeenCalledTimes(1);
});

test("it also asks if the storage does not answer, because waiting observations are unknown then", () => {
  begin([], "blocked");
  expect(logout).not.toHaveBeenCalled();
  expect(question()).toMatchObject({ isKnown: false });
});

test("it asks before it deletes plants that were taken along", () => {
  shown.flag = { account_id: 1, plant_ids: [3, 4] };
  begin([], null);
  expect(logout).not.toHaveBeenCalled();
  expect(question()).toEqual({ words: null, plants: 2, isKnown: true });
  store.set(answerSignOut, true);
  expect(logout).toHaveBeenCalledTimes(1);
});

test("it counts the plants that stayed on the device after going online, each once", () => {
  shown.held = [{ plant_id: 3 }, { plant_id: 5 }];
  begin([], null);
  expect(logout).not.toHaveBeenCalled();
  expect(question()).toMatchObject({ plants: 2 });
  shown.flag = { account_id: 1, plant_ids: [3, 4] };
  begin([], null);
  expect(question()).toMatchObject({ plants: 3 });
});
