import { afterEach, beforeEach, expect, test } from "vitest";
import { valueOf } from "../shell/loaded.ts";
import { fold, records } from "./record.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast, type Toast } from "../shell/toast.ts";

type Drone = { id: number; name: string };
type Form = { name: string };

const refusal = Object.assign(new Error("taken"), {
  code: "CONFLICT",
  problems: [{ reason: "name_taken", field: "name" }],
  error_id: "ab12cd34",
  message: "Not possible",
});

/** A server that answers on request of the test. */
function setUp() {
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
  });
  const store = signedInStore([], [drones.listAtom]);
  const names = () => valueOf(store.get(drones.listAtom))?.map(({ name }) => name);
  return { server, drones, store, names };
}

async function filled() {
  const all = setUp();
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
  expect(toasts[0]?.message).toBe("[ab12cd34] Not possible");
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

test("searching ignores case and accents", () => {
  expect(fold("São João Ñandú")).toBe("sao joao nandu");
});
