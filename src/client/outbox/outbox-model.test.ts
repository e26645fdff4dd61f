// The outbox against a model: whatever fails, each observation is on the server exactly once, with its photos.
import "fake-indexeddb/auto";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rounds } from "../../../tests/fixtures/rounds.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { isStoredAs, nextStep } from "../../domain/observation/outbox.ts";
import { acts, type Act } from "./outbox-acts.fixture.ts";
import { bytesOf, entryOf, FakeServer, hashOf, type Weather } from "./outbox.fixture.ts";
import { sendOutbox, type OutboxRules } from "./outbox-send.ts";
import { during, updateApp, vanish, type Storage } from "./outbox-storage.fixture.ts";
import { openOutbox, type OutboxStore } from "./outbox-store.ts";
import { StorageError } from "../storage-error.ts";

// Dexie says that it lets another connection upgrade or delete the database; that is meant here.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

let accounts = 0;
const opened: OutboxStore[] = [];
afterEach(() => {
  opened.splice(0).forEach((store) => store.close());
  vi.restoreAllMocks();
});

function open(account_id = (accounts += 1)): OutboxStore {
  const store = openOutbox(account_id);
  opened.push(store);
  return store;
}

/** The observations that the author saw confirmed as saved. */
type Promised = Map<
  string,
  { notes: string; observed_at: string; photos: Map<string, string>; isRemoved?: boolean }
>;

/** Runs the acts, then fair weather; throws where something promised is missing, twice or wrong. */
async function holds(run: readonly Act[], rules?: OutboxRules): Promise<void> {
  const account = (accounts += 1);
  const server = new FakeServer();
  const promised: Promised = new Map();
  let edits = 0;
  let clock = Date.parse("2026-07-01T10:00:00Z");
  let store = open(account);
  const reopen = () => {
    store.close();
    store = open(account);
  };
  const later = () => new Promise((resolve) => setTimeout(resolve, 0));
  /** Sends until a request is killed: the page is opened again then. */
  const sends = async (
    of: readonly Weather[],
    meanwhile?: () => Promise<void>,
    onReceipt?: (receipt: Observation) => Promise<void>,
  ) => {
    let at = 0;
    let die: () => void = () => undefined;
    const dead = new Promise<void>((resolve) => (die = resolve));
    const calls = server.calls(() => {
      const today = of[at % of.length]!;
      at += 1;
      if (today === "killed") die();
      return today;
    });
    const page = new AbortController();
    const options = {
      signal: page.signal,
      ...(rules ? { rules } : {}),
      ...(onReceipt ? { onReceipt } : {}),
    };
    const ended = sendOutbox(store, calls, options);
    if (meanwhile) {
      await later();
      await meanwhile();
    }
    const isDead = await Promise.race([dead.then(() => true), ended.then(() => false)]);
    page.abort();
    if (!isDead) return;
    await later();
    reopen();
  };
  /** Saves an observation as the form does; saved again where the storage has not answered the first time. */
  const write = async (count: number, storage?: Storage) => {
    const name = crypto.randomUUID();
    const bodies = new Map(
      Array.from({ length: count }, (_, at) => [`${name}-${at}`, bytesOf(`${name} ${at}`)]),
    );
    const made = entryOf(name, "first", bodies);
    const written_at = new Date((clock += 60_000)).toISOString();
    const fields = { ...made.fields, observed_at: written_at };
    const save = async () => {
      const known = await store.read(name);
      if (!known) return store.add({ ...made, fields, written_at }, bodies);
      const { photos } = made;
      await store.change(name, (kept) => ({ ...kept, fields, photos }), bodies);
    };
    if (storage === undefined) await save();
    else {
      const refused = await save().catch((cause: unknown) => cause);
      if (!(refused instanceof StorageError)) throw new Error(`${storage}, but kept`);
    }
    const hashes = [...bodies].map(([id, body]) => [id, hashOf(body)] as const);
    const promise = () =>
      void promised.set(name, { notes: "first", observed_at: written_at, photos: new Map(hashes) });
    if (storage === undefined) promise();
    return async () => {
      await save();
      promise();
    };
  };
  const nameAt = (at: number) => [...promised.keys()][at % promised.size];
  const edit = async (name: string | undefined) => {
    if (name === undefined || !promised.has(name) || promised.get(name)!.isRemoved) return;
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
  /** Deletes an observation that waits here, or one that the server has. */
  const remove = async (name: string | undefined) => {
    if (name === undefined || promised.get(name)!.isRemoved) return;
    const kept = await store.change(name, (entry) => ({
      ...entry,
      removes: true,
      edit: entry.edit + 1,
    }));
    if (!kept) {
      const { id, revision, fields } = [...server.rows.values()].find(
        ({ external_id }) => external_id === name,
      )!;
      const removal = { ...entryOf(name, ""), fields, sent: fields, stored: { id, revision } };
      await store.add({ ...removal, removes: true }, new Map());
    }
    promised.get(name)!.isRemoved = true;
  };
  const check = async (isEnd: boolean) => {
    const waiting = new Map((await store.list()).map((entry) => [entry.external_id, entry]));
    const rows = [...server.rows.values()];
    if (new Set(rows.map(({ external_id }) => external_id)).size < rows.length) {
      throw new Error("an observation is stored twice");
    }
    for (const [name, { notes, observed_at, photos, isRemoved }] of promised) {
      const row = rows.find(({ external_id }) => external_id === name);
      const entry = waiting.get(name);
      if (isRemoved) {
        if (entry && isEnd) throw new Error(`waits for ever: ${entry.state} ${entry.fault?.code}`);
        if (entry ? !entry.removes : row) throw new Error("a deletion is gone");
        continue;
      }
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
      if (row.fields.observed_at !== observed_at) throw new Error("another time");
      for (const [file_id, hash] of photos) {
        if (row.photos.get(file_id)?.hash !== hash) throw new Error("a photo is lost");
      }
    }
  };
  for (const act of run) {
    switch (act.kind) {
      case "write":
        await write(act.photos);
        break;
      case "storage": {
        if (act.storage === "blocked") reopen();
        let again = async () => undefined as void;
        await during(act.storage, async () => {
          again = await write(act.photos, act.storage);
          // What cannot note that something has arrived sends it again later.
          await sends(act.weather.filter((one) => one !== "killed").concat("fair")).catch(
            (cause: unknown) => {
              if (!(cause instanceof StorageError)) throw cause;
            },
          );
        });
        await again();
        break;
      }
      case "clock":
        clock += act.hours * 3_600_000;
        break;
      case "lock":
        // The next answer ends the session; the user signs in again once they are unlocked.
        await sends(["locked_user"]);
        reopen();
        break;
      case "update":
        // The list of an outbox that was never used does not make its database.
        await store.read("none");
        await updateApp(account);
        break;
      case "vanish": {
        // What the browser has thrown away can only be missing; it must not come twice or damage the rest.
        const gone = (await store.list()).map(({ external_id }) => external_id);
        await vanish(account);
        for (const name of gone) promised.delete(name);
        break;
      }
      case "edit":
        await edit(nameAt(act.at));
        break;
      case "remove":
        await remove(nameAt(act.at));
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
          server.calls(() => alive[(at += 1) % alive.length]!),
          { signal: signal.signal, ...(rules ? { rules } : {}) },
        );
        await Promise.all([other, sends(alive)]);
        break;
      }
      case "edit while sending":
        await sends(act.weather, () => edit(nameAt(act.at)));
        break;
      case "edit when confirmed": {
        // Only once: an edit at each receipt would go on for ever.
        const edited = new Set<string>();
        await sends(act.weather, undefined, async ({ external_id }) => {
          if (edited.has(external_id)) return;
          edited.add(external_id);
          await edit(external_id);
        });
      }
    }
    await check(false);
  }
  // "broken" costs an entry one round, so a few rounds of fair weather end everything.
  for (let round = 0; round < 3; round += 1) await sends(["fair"]);
  await check(true);
  store.close();
}

const RUNS = Number(process.env["OUTBOX_RUNS"] ?? rounds(150, 500));

test(
  `${RUNS} random runs: exactly once, with every photo and the last edit`,
  { timeout: patient(600_000) },
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
  test.each(Object.keys(mutants))("%s", { timeout: patient(120_000) }, async (name) => {
    const found = fc.check(
      fc.asyncProperty(acts, (run) => holds(run, mutants[name])),
      { numRuns: 500, endOnFailure: true },
    );
    expect((await found).failed).toBe(true);
  });
});
