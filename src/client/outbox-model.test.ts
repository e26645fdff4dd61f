// The outbox against a model: whatever fails, each observation is on the server exactly once, with its photos.
import "fake-indexeddb/auto";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { isStoredAs, nextStep } from "../domain/observation/outbox.ts";
import { bytesOf, entryOf, FakeServer, hashOf, type Weather } from "./outbox.fixture.ts";
import { sendOutbox, type OutboxRules } from "./outbox-send.ts";
import { openOutbox, type OutboxStore } from "./outbox-store.ts";

let accounts = 0;
const opened: OutboxStore[] = [];
afterEach(() => opened.splice(0).forEach((store) => store.close()));

function open(account_id = (accounts += 1)): OutboxStore {
  const store = openOutbox(account_id);
  opened.push(store);
  return store;
}

/** One act of the model. */
type Act =
  | { kind: "write"; photos: number }
  | { kind: "edit"; at: number }
  | { kind: "send"; weather: Weather[] }
  | { kind: "two tabs"; weather: Weather[] }
  | { kind: "edit while sending"; at: number; weather: Weather[] };

const weather = fc.array(
  fc.constantFrom<Weather>("fair", "fair", "cut", "lost", "busy", "signed_out", "broken", "killed"),
  { minLength: 1, maxLength: 6 },
);
const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("write" as const), photos: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant("edit" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("send" as const), weather }),
    fc.record({ kind: fc.constant("two tabs" as const), weather }),
    fc.record({ kind: fc.constant("edit while sending" as const), at: fc.nat(20), weather }),
  ),
  { minLength: 2, maxLength: 14 },
);

/** The observations that the author saw confirmed as saved. */
type Promised = Map<string, { notes: string; photos: Map<string, string> }>;

/** Runs the acts, then fair weather; throws where something promised is missing, twice or wrong. */
async function holds(run: readonly Act[], rules?: OutboxRules): Promise<void> {
  const account = (accounts += 1);
  const server = new FakeServer();
  const promised: Promised = new Map();
  let edits = 0;
  let store = open(account);
  const later = () => new Promise((resolve) => setTimeout(resolve, 0));
  /** Sends until a request is killed: the page is opened again then. */
  const sends = async (of: readonly Weather[], meanwhile?: () => Promise<void>) => {
    let at = 0;
    let die: () => void = () => undefined;
    const dead = new Promise<void>((resolve) => (die = resolve));
    const door = server.door(() => {
      const today = of[at % of.length]!;
      at += 1;
      if (today === "killed") die();
      return today;
    });
    const page = new AbortController();
    const options = { signal: page.signal, ...(rules ? { rules } : {}) };
    const ended = sendOutbox(store, door, options);
    if (meanwhile) {
      await later();
      await meanwhile();
    }
    const isDead = await Promise.race([dead.then(() => true), ended.then(() => false)]);
    page.abort();
    if (!isDead) return;
    await later();
    store.close();
    store = open(account);
  };
  const edit = async (at: number) => {
    const names = [...promised.keys()];
    const name = names[at % names.length];
    if (name === undefined) return;
    edits += 1;
    const notes = `edit ${edits}`;
    const kept = await store.change(name, (entry) => ({
      ...entry,
      fields: { ...entry.fields, notes },
      edit: entry.edit + 1,
    }));
    // Null: it has left the outbox, so it is not edited here.
    if (kept) promised.get(name)!.notes = notes;
  };
  const check = async (isEnd: boolean) => {
    const waiting = new Map((await store.list()).map((entry) => [entry.external_id, entry]));
    const rows = [...server.rows.values()];
    if (new Set(rows.map(({ external_id }) => external_id)).size < rows.length) {
      throw new Error("an observation is stored twice");
    }
    for (const [name, { notes, photos }] of promised) {
      const row = rows.find(({ external_id }) => external_id === name);
      const entry = waiting.get(name);
      if (entry) {
        for (const file_id of photos.keys()) {
          const body = await store.photo(file_id);
          if (!body || hashOf(body) !== photos.get(file_id)) throw new Error("a photo is gone");
        }
        if (entry.fields.notes !== notes) throw new Error("an edit is gone");
        if (isEnd) throw new Error(`waits for ever: ${entry.state} ${entry.fault?.code}`);
        continue;
      }
      if (row?.fields.notes !== notes) throw new Error(`lost: ${notes}`);
      for (const [file_id, hash] of photos) {
        if (row.photos.get(file_id)?.hash !== hash) throw new Error("a photo is lost");
      }
    }
  };
  for (const act of run) {
    switch (act.kind) {
      case "write": {
        const name = crypto.randomUUID();
        const bodies = new Map(
          Array.from({ length: act.photos }, (_, at) => [
            `${name}-${at}`,
            bytesOf(`${name} ${at}`),
          ]),
        );
        await store.add(entryOf(name, "first", bodies), bodies);
        const hashes = [...bodies].map(([id, body]) => [id, hashOf(body)] as const);
        promised.set(name, { notes: "first", photos: new Map(hashes) });
        break;
      }
      case "edit":
        await edit(act.at);
        break;
      case "send":
        await sends(act.weather);
        break;
      case "two tabs": {
        const signal = new AbortController();
        const alive = act.weather.filter((one) => one !== "killed").concat("fair");
        let at = 0;
        const other = sendOutbox(
          store,
          server.door(() => alive[(at += 1) % alive.length]!),
          { signal: signal.signal, ...(rules ? { rules } : {}) },
        );
        await Promise.all([other, sends(alive)]);
        break;
      }
      case "edit while sending":
        await sends(act.weather, () => edit(act.at));
    }
    await check(false);
  }
  // "broken" costs an entry one round, so a few rounds of fair weather end everything.
  for (let round = 0; round < 3; round += 1) await sends(["fair"]);
  await check(true);
  store.close();
}

const RUNS = Number(process.env["OUTBOX_RUNS"] ?? 500);

test(
  `${RUNS} random runs: exactly once, with every photo and the last edit`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, (run) => holds(run)),
      { numRuns: RUNS },
    );
  },
);

describe("the model finds a fault where a rule is taken out", () => {
  const rules: OutboxRules = {
    nextStep,
    isStoredAs,
    isOvertaken: (read, kept) => kept.edit !== read.edit,
  };
  const mutants: Record<string, OutboxRules> = {
    "an entry goes although a photo is not confirmed": {
      ...rules,
      nextStep: (entry, receipt) => {
        const step = nextStep(entry, receipt);
        return step.kind === "photo" ? { kind: "done" } : step;
      },
    },
    "an entry goes although its author has changed it while it was sent": {
      ...rules,
      isOvertaken: () => false,
    },
    "an edit whose answer was lost is not recognised": { ...rules, isStoredAs: () => false },
  };
  test.each(Object.keys(mutants))("%s", { timeout: 120_000 }, async (name) => {
    const found = fc.check(
      fc.asyncProperty(acts, (run) => holds(run, mutants[name])),
      { numRuns: 500, endOnFailure: true },
    );
    expect((await found).failed).toBe(true);
  });
});
