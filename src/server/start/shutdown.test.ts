import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openParts } from "./shutdown.ts";

const never = new Promise<never>(() => undefined);

/** Closes parts that end when the test says so; gives their names in the order of their ends. */
function parts() {
  const all = openParts();
  const ended: string[] = [];
  const add = (name: string, ms: number, more: { within?: number; always?: boolean } = {}) =>
    all.add({
      name,
      within: 60_000,
      ...more,
      end: async () => {
        ended.push(name);
        await (ms === Infinity ? never : sleep(ms));
        ended.push(`${name} has ended`);
      },
    });
  return { add, ended, close: all.close };
}

it("closes the parts in reverse order, each after the one before has ended", async () => {
  const { add, ended, close } = parts();
  add("database", 5);
  add("jobs", 20);
  add("app", 10);
  await close(never);
  expect(ended).toEqual(["app", "jobs", "database"].flatMap((name) => [name, `${name} has ended`]));
});

it("goes on without a part that takes too long, or that fails", async () => {
  const { add, ended, close } = parts();
  add("database", 5);
  add("app", Infinity, { within: 30 });
  await close(never);
  expect(ended).toEqual(["app", "database", "database has ended"]);
  const failing = openParts();
  failing.add({ name: "app", within: 1000, end: () => Promise.reject(new Error("x")) });
  await failing.close(never);
});

it("in a hurry waits for the database only", async () => {
  const { add, ended, close } = parts();
  add("database", 40, { always: true });
  add("jobs", Infinity);
  add("app", Infinity);
  await close(Promise.resolve());
  expect(ended).toEqual(["app", "jobs", "database", "database has ended"]);
});
