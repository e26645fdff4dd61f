import { afterEach, beforeEach, expect, test } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { valueOf } from "../shell/loaded.ts";
import { needWords, t } from "../shell/locale.ts";
import { fold, records, type RecordCalls } from "./record.ts";
import { settle, signedInStore, watch } from "../shell/signed-in.fixture.ts";
import { onToast, type Toast } from "../shell/toast.ts";

type Drone = { id: number; name: string };
type Form = { name: string };

const refusal = Object.assign(new Error("taken"), {
  code: "CONFLICT",
  status: 409,
  problems: [{ reason: "name_taken", field: "name" }],
  error_id: "ab12cd34",
  message: "Not possible",
});

/** A server that answers on request of the test. */
function setUp(more: Partial<RecordCalls<Drone, Form>> = {}) {
  const server: { answer: (value: unknown) => void; refuse: (cause: unknown) => void }[] = [];
  const wait = <Value>() =>
    new Promise<Value>((answer, refuse) =>
      server.push({ answer: answer as (value: unknown) => void, refuse }),
    );
  const drones = records<Drone, Form>({
    key: "drones",
    permission: null,
    load: () => wait(),
    create: () => wait(),
    change: () => wait(),
    remove: () => wait(),
    preview: (row, form) => ({ ...row, ...form }),
    name: ({ name }) => name,
    words: { created: "record:create", changed: "shell:save", removed: "record:delete" },
    ...more,
  });
  const store = signedInStore([], [drones.listAtom]);
  const names = () => valueOf(store.get(drones.listAtom))?.map(({ name }) => name);
  return { server, drones, store, names };
}

async function filled(more: Partial<RecordCalls<Drone, Form>> = {}) {
  const all = setUp(more);
  all.server[0]!.answer([
    { id: 1, name: "A" },
    { id: 2, name: "B" },
    { id: 3, name: "C" },
  ]);
  await settle();
  return all;
}

let toasts: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  toasts = [];
  const off = onToast((toast) => toasts.push(toast));
  stop = () => void off();
});
afterEach(() => stop());

test("a list that cannot be loaded says why and can be fetched again", async () => {
  const { server, drones, store } = setUp();
  expect(store.get(drones.listAtom).state).toBe("loading");
  server[0]!.refuse(refusal);
  await settle();
  expect(store.get(drones.listAtom)).toMatchObject({
    state: "failed",
    fault: { code: "CONFLICT" },
  });
  const again = drones.reload();
  server[1]!.answer([]);
  await again;
  expect(store.get(drones.listAtom)).toEqual({ state: "ready", value: [] });
});

test("a change shows at once, with a message after the server has stored it", async () => {
  const { server, drones, store, names } = await filled();
  const changing = store.set(drones.change, 2, { name: "Bee" });
  expect(names()).toEqual(["A", "Bee", "C"]);
  server[1]!.answer({ id: 2, name: "Bee!" });
  await changing;
  expect(names()).toEqual(["A", "Bee!", "C"]);
  expect(toasts).toMatchObject([{ tone: "good", durationMs: expect.any(Number) }]);
});

test("a refused change is rolled back, says why until dismissed, and rejects with its fields", async () => {
  const { server, drones, store, names } = await filled();
  const changing = store.set(drones.change, 2, { name: "A" });
  expect(names()).toEqual(["A", "A", "C"]);
  server[1]!.refuse(refusal);
  await expect(changing).rejects.toMatchObject({ problems: [{ field: "name" }] });
  expect(names()).toEqual(["A", "B", "C"]);
  expect(toasts).toMatchObject([{ tone: "danger", durationMs: null }]);
  expect(toasts[0]?.message).toBe("Not possible");
});

test("rolling one change back keeps other changes", async () => {
  const { server, drones, store, names } = await filled();
  const first = store.set(drones.change, 1, { name: "X" });
  const second = store.set(drones.change, 3, { name: "Z" });
  server[2]!.answer({ id: 3, name: "Z" });
  await second;
  server[1]!.refuse(refusal);
  await expect(first).rejects.toBe(refusal);
  expect(names()).toEqual(["A", "B", "Z"]);
});

test("a removed record disappears at once, and is back in its place after a refusal", async () => {
  const { server, drones, store, names } = await filled();
  const removing = store.set(drones.remove, 2);
  expect(names()).toEqual(["A", "C"]);
  server[1]!.refuse(refusal);
  await expect(removing).rejects.toBe(refusal);
  expect(names()).toEqual(["A", "B", "C"]);
  const again = store.set(drones.remove, 2);
  server[2]!.answer({ done: true });
  await again;
  expect(names()).toEqual(["A", "C"]);
});

test("a new record is the server's, and is in the list once", async () => {
  const { server, drones, store, names } = await filled();
  const creating = store.set(drones.create, { name: "D" });
  expect(names()).toEqual(["A", "B", "C"]);
  server[1]!.answer({ id: 4, name: "D" });
  expect(await creating).toEqual({ id: 4, name: "D" });
  expect(names()).toEqual(["A", "B", "C", "D"]);
});

test("a reload that fails keeps the list on the screen", async () => {
  const { server, drones, names } = await filled();
  const loading = drones.reload();
  expect(names()).toEqual(["A", "B", "C"]);
  server[1]!.refuse(refusal);
  await loading;
  expect(names()).toEqual(["A", "B", "C"]);
  expect(toasts).toMatchObject([{ tone: "danger" }]);
});

test("what was changed by another call is kept in the list, and added where it is new", async () => {
  const { drones, store, names } = await filled();
  store.set(drones.keep, { id: 2, name: "Bee" });
  store.set(drones.keep, { id: 4, name: "D" });
  expect(names()).toEqual(["A", "Bee", "C", "D"]);
});

test("without a preview a change is shown when the server has made it", async () => {
  const { server, drones, store, names } = await filled({ preview: undefined });
  const changing = store.set(drones.change, 2, { name: "Bee" });
  expect(names()).toEqual(["A", "B", "C"]);
  server[1]!.answer({ id: 2, name: "Bee" });
  await changing;
  expect(names()).toEqual(["A", "Bee", "C"]);
  const refused = store.set(drones.change, 2, { name: "No" });
  server[2]!.refuse(refusal);
  await expect(refused).rejects.toBe(refusal);
  expect(names()).toEqual(["A", "Bee", "C"]);
});

test("a change of a record that is not in the list changes no other", async () => {
  const { server, drones, store, names } = await filled();
  const changing = store.set(drones.change, 9, { name: "Z" });
  expect(names()).toEqual(["A", "B", "C"]);
  server[1]!.refuse(refusal);
  await expect(changing).rejects.toBe(refusal);
  expect(names()).toEqual(["A", "B", "C"]);
});

test("the message names the record that was removed, nothing where it was not known", async () => {
  await startWords("en");
  await needWords("drone");
  const { server, drones, store } = await filled({ words: { removed: "drone:removed" } });
  const removing = store.set(drones.remove, 2);
  server[1]!.answer({ done: true });
  await removing;
  const unknown = store.set(drones.remove, 9);
  server[2]!.answer({ done: true });
  await unknown;
  const said = (name: string) => t("drone:removed", { name });
  expect(toasts.map(({ message }) => message)).toEqual([said("B"), said("")]);
});

test("a record can be removed before the list has loaded", async () => {
  const { server, drones, store } = setUp();
  const removing = store.set(drones.remove, 2);
  server[1]!.answer({ done: true });
  await expect(removing).resolves.toBeUndefined();
});

test("a verb without words for it shows no message", async () => {
  const { server, drones, store } = await filled({ words: {} });
  const changing = store.set(drones.change, 2, { name: "Bee" });
  server[1]!.answer({ id: 2, name: "Bee" });
  await changing;
  expect(toasts).toEqual([]);
});

test("two lists of records are kept apart", async () => {
  const others = records<Drone, Form>({
    key: "other drones",
    permission: null,
    load: async () => [{ id: 1, name: "Other" }],
    name: ({ name }) => name,
    words: {},
  });
  const { server, drones, store } = setUp();
  watch(store, others.listAtom);
  server[0]!.answer([{ id: 1, name: "A" }]);
  await settle();
  expect(valueOf(store.get(drones.listAtom))).toEqual([{ id: 1, name: "A" }]);
  expect(valueOf(store.get(others.listAtom))).toEqual([{ id: 1, name: "Other" }]);
});

test("searching ignores case and accents", () => {
  expect(fold("São João Ñandú")).toBe("sao joao nandu");
});
