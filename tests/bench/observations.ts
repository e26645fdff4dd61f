// 10,000 observations listed, filtered and drawn, and an outbox sent, against bare routes on the same database.
import "fake-indexeddb/auto";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "../../src/api/index.ts";
import { sendOutbox, type OutboxCalls } from "../../src/client/outbox/outbox-send.ts";
import { openOutbox } from "../../src/client/outbox/outbox-store.ts";
import {
  selectObservations,
  type ObservationQuery,
} from "../../src/domain/observation/observation-query.ts";
import type { Observation } from "../../src/domain/observation/observation.ts";
import { unsentEntry } from "../../src/domain/observation/outbox.ts";
import { observation } from "../../src/server/store/schema/observation.ts";
import { addPlant, largeTwin } from "../fixtures/large-import.ts";
import { drawObservations } from "./observation-map/bench.ts";
import { startProduct, type Product } from "./product.ts";
import type { Report } from "./report.ts";

const LISTED = 10_000;
const PAGE = 5000;
const SENT = 400;
const ROUNDS = 7;
const COMPONENTS = 2000;

const middle = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function answered<Body>(answer: Promise<Response>): Promise<Body> {
  const { status, ok, text } = await answer.then(async (got) => ({
    status: got.status,
    ok: got.ok,
    text: await got.text(),
  }));
  if (!ok) throw new Error(`the call was answered with ${status}: ${text}`);
  return JSON.parse(text) as Body;
}

async function addComponents({ url, headers }: Product, plant_id: number): Promise<void> {
  const path = `${url}/api${api.digitalTwin.importFiles.path.replace("{id}", `${plant_id}`)}`;
  await answered(fetch(path, { method: "POST", headers, body: largeTwin(COMPONENTS) }));
  const read = `${url}/api${api.digitalTwin.read.path.replace("{id}", `${plant_id}`)}`;
  for (let tries = 0; (await fetch(read, { headers })).status !== 200; tries += 1) {
    if (tries > 300) throw new Error("the components were not imported in 60 s");
    await sleep(200);
  }
}

type Sending = { readonly seconds: number; readonly asked_seconds: number };

/** Keeps the observations in an outbox and sends it, as the browser does; `asked_seconds` are those of the requests. */
async function synchronise({ url, headers }: Product, plant_id: number): Promise<Sending> {
  const store = openOutbox(1);
  const fields = {
    observed_at: "2026-11-02T10:00:00Z",
    notes: "Glass broken",
    request: { file_ids: [], ccp_values: [], pi_values: [], analysis_id: null },
  };
  for (let at = 0; at < SENT; at += 1) {
    await store.add(
      {
        external_id: `bench-${at}`,
        account_id: 1,
        plant_id,
        plant_name: "Pampa",
        dt_id: `T${at}`,
        pcs: "",
        fields,
        photos: [],
        ...unsentEntry,
        trying: fields,
        written_at: new Date().toISOString(),
      },
      new Map(),
    );
  }
  const path = `${url}/api${api.observation.create.path.replace("{id}", `${plant_id}`)}`;
  let asked = 0;
  const timed = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    try {
      return await ask();
    } finally {
      asked += performance.now() - began;
    }
  };
  const refused = () => Promise.reject(new Error("only new observations are sent"));
  const calls: OutboxCalls = {
    create: ({ external_id, dt_id }, sent) =>
      timed(() =>
        answered<Observation>(
          fetch(path, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ ...sent, external_id, dt_id }),
          }),
        ),
      ),
    update: refused,
    read: refused,
    addPhoto: refused,
    dropPhoto: refused,
    remove: refused,
  };
  const began = performance.now();
  const { confirmed, paused } = await sendOutbox(store, calls, {
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - began) / 1000;
  if (confirmed.length !== SENT || (await store.list()).length > 0) {
    throw new Error(`${confirmed.length} of ${SENT} were confirmed: ${JSON.stringify(paused)}`);
  }
  store.close();
  return { seconds, asked_seconds: asked / 1000 };
}

async function insertBare(bare: string, plant_id: number): Promise<number> {
  const began = performance.now();
  for (let at = 0; at < SENT; at += 1) {
    const body = JSON.stringify({ plant_id, dt_id: `T${at}`, external_id: `bare-${at}` });
    const headers = { "content-type": "application/json" };
    await answered(fetch(`${bare}/observation`, { method: "POST", headers, body }));
  }
  return (performance.now() - began) / 1000;
}

const query: ObservationQuery = {
  filters: [
    { kind: "date", from: "2026-02-01T00:00:00Z", to: "2026-09-01T00:00:00Z" },
    { kind: "range", column_id: "pi_7", min: 10, max: 30 },
    { kind: "text", text: "glass" },
  ],
  component_filter: null,
  columns_selection: null,
};
const FROM = Date.parse("2026-02-01T00:00:00Z");
const TO = Date.parse("2026-09-01T00:00:00Z");

/** The same three conditions written out for these observations alone. */
function selectBare(all: readonly Observation[]): Observation[] {
  return all.filter(({ observed_at, column_values, notes, fieldgeometry_component: place }) => {
    const at = Date.parse(observed_at);
    const value = column_values[0]?.value;
    const words = `${notes}\n${place.pcs}\n${place.dt_id}`.toLowerCase();
    const isInRange = typeof value === "number" && value >= 10 && value <= 30;
    return at >= FROM && at <= TO && isInRange && words.includes("glass");
  });
}

export async function bench(report: Report): Promise<void> {
  const product = await startProduct();
  try {
    const { db } = product.owner;
    const plant_id = await addPlant(db, product.customer_id);
    await addComponents(product, plant_id);
    const bare = await product.startBaseline("");
    const theirs = await insertBare(bare, plant_id);
    const ours = await synchronise(product, plant_id);
    report({
      name: `outbox: ${SENT} observations sent one after the other, each with its receipt`,
      unit: "observations/s",
      ours: SENT / ours.seconds,
      baseline: "bare inserts, one request each",
      theirs: SENT / theirs,
      higher_is_better: true,
      note: "the storage of the browser, here in memory, is ours alone",
    });
    report({
      name: `outbox: ${SENT} observations, the requests alone`,
      unit: "observations/s",
      ours: SENT / ours.asked_seconds,
      baseline: "bare inserts, one request each",
      theirs: SENT / theirs,
      higher_is_better: true,
      note: "audit entry, permission, checks of values and component are ours alone",
    });
    await db.delete(observation);
    for (let from = 0; from < LISTED; from += COMPONENTS) {
      await db.insert(observation).values(
        Array.from({ length: COMPONENTS }, (_, number) => ({
          plant_id,
          component_type: "tracker" as const,
          dt_id: `T${number}`,
          observed_at: new Date(Date.UTC(2026, 0, 1, from + number)).toISOString(),
          notes: number % 3 === 0 ? "Glass broken" : "Frame bent",
          external_id: `listed-${from + number}`,
          column_values: [{ column_id: "pi_7", value: number % 40 }],
        })),
      );
    }
    await compareLists(product, plant_id, bare, report);
  } finally {
    await product.close();
  }
  await drawObservations(report);
}

async function compareLists(
  { url, headers }: Product,
  plant_id: number,
  bare: string,
  report: Report,
): Promise<void> {
  const path = `${url}/api${api.observation.list.path.replace("{id}", `${plant_id}`)}`;
  const listed: number[] = [];
  const rows: number[] = [];
  let all: Observation[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const began = performance.now();
    all = [];
    for (let offset = 0; offset < LISTED; offset += PAGE) {
      const page = `${path}?limit=${PAGE}&offset=${offset}`;
      all.push(
        ...(await answered<{ observations: Observation[] }>(fetch(page, { headers }))).observations,
      );
    }
    const between = performance.now();
    const { length } = await answered<unknown[]>(fetch(`${bare}/observations`));
    if (all.length !== LISTED || length !== LISTED) throw new Error("not all were listed");
    if (round < 0) continue;
    listed.push(between - began);
    rows.push(performance.now() - between);
  }
  report({
    name: `API: list of ${LISTED.toLocaleString("en")} observations in ${LISTED / PAGE} pages`,
    unit: "ms",
    ours: middle(listed),
    baseline: "their rows as JSON from a bare fastify route",
    theirs: middle(rows),
  });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const began = performance.now();
    const found = selectObservations(all, query, () => false);
    const between = performance.now();
    const expected = selectBare(all);
    theirs.push(performance.now() - between);
    ours.push(between - began);
    if (found.length === 0 || found.length !== expected.length) {
      throw new Error(`${found.length} observations were selected, not ${expected.length}`);
    }
  }
  report({
    name: `${LISTED.toLocaleString("en")} observations: filter by date, range and text`,
    unit: "ms",
    ours: middle(ours),
    baseline: "the same conditions written out",
    theirs: middle(theirs),
  });
}
