// The server is killed while a file is exported: who downloads it gets the whole file or an error, never a part that looks
// whole; nothing is stored, and the next download has the same bytes.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { keyFigureByKey } from "../src/domain/key-figure/key-figure.ts";
import { openObjectFolder } from "../src/server/adapters/object-folder.ts";
import { writeColumns } from "../src/server/store/plant/column/column.ts";
import { observation } from "../src/server/store/schema/observation.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addResultPlant } from "./fixtures/result-plant.ts";
import { rounds } from "./fixtures/rounds.ts";

const kills = rounds(1, 50);
const TRACKERS = 2000;
const OBSERVATIONS = 2000;
let server: CrashingServer;
/** Addresses of the files, by their names. */
let files: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startCrashingServer();
  const { folder, customer_id } = server;
  const store = await openObjectFolder(join(folder, "objects"));
  files = await server.withDatabase(async (db) => {
    const services = { db, files: store };
    const { plant_id, modules, moduleId, addAnalysis } = await addResultPlant(
      services,
      customer_id,
      "Exported",
      TRACKERS,
    );
    const id = await addAnalysis("Survey", "2026-10-01");
    const soiling = keyFigureByKey("soiling")!;
    const values = Float32Array.from({ length: modules }, (_, row) => (row % 977) / 10);
    await writeColumns(services, id, new Map([[soiling.id, values]]), { twin_version: 1 });
    const rows = Array.from({ length: OBSERVATIONS }, (_, at) => ({
      plant_id,
      component_type: "module" as const,
      dt_id: moduleId(at),
      observed_at: "2026-10-02T10:00:00Z",
      external_id: `o${at}`,
      notes: "=1+1",
    }));
    await db.insert(observation).values(rows);
    const observations = `/auth/plant/${plant_id}/observations/export?format=`;
    const twin = `/auth/plant/${plant_id}/field-geometry/file?format=`;
    return {
      values: `/auth/analysis-result/${id}/${soiling.id}?csv=1`,
      "observations.csv": `${observations}csv`,
      "observations.geojson": `${observations}geojson`,
      "observations.xlsx": `${observations}xlsx`,
      "twin.geojson": `${twin}geojson`,
      "twin.kml": `${twin}kml`,
      "twin.fgb": `${twin}flatgeobuf`,
    };
  });
});
afterAll(() => server.close());

/** The bytes of a whole answer; null where the connection ended before it did. */
async function download(path: string, onBytes?: (count: number) => void): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let count = 0;
  try {
    const answer = await fetch(`${server.process().url}/api${path}`, { headers: server.headers() });
    if (answer.status !== 200) throw new RangeError(`${path} ${answer.status}`);
    for await (const part of answer.body!) {
      parts.push(part);
      count += part.length;
      onBytes?.(count);
    }
    return Buffer.concat(parts);
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    return null;
  }
}

/** Counts of all rows by table, but for the audit trail, in which each download is an entry. */
async function rowsOf(): Promise<Record<string, number>> {
  return server.withDatabase(async (db) => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like 'audit!_%' escape '!' order by tablename`);
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const found = await db.execute<{ n: string }>(
        sql`select count(*) n from ${sql.identifier(name)}`,
      );
      counts[name] = Number(found.rows[0]?.n);
    }
    return counts;
  });
}

const stored = async () =>
  (await readdir(join(server.folder, "objects"), { recursive: true })).toSorted();

it(
  `gives the whole file or an error, ${kills} times`,
  { timeout: patient(60_000 * (kills + 2)) },
  async () => {
    const whole = new Map<string, Buffer>();
    const milliseconds = new Map<string, number>();
    for (const [name, path] of Object.entries(files)) {
      const begun = performance.now();
      const bytes = await download(path);
      if (!bytes) throw new Error(`${name} did not arrive`);
      whole.set(name, bytes);
      milliseconds.set(name, performance.now() - begun);
    }
    const [rows, objects] = [await rowsOf(), await stored()];
    let cut = 0;
    // An answer may be whole before the kill: go on until one was cut.
    for (let round = 0; round < kills || (cut === 0 && round < 50); round += 1) {
      const [name, path] = Object.entries(files)[round % Object.keys(files).length]!;
      const bytes = whole.get(name)!;
      // By turns while the answer is made and while it is sent.
      const share = (Math.floor((round % kills) / 2) + 0.5) / Math.ceil(kills / 2);
      const reached = Promise.withResolvers<void>();
      const isSending = round % 2 === 1;
      if (!isSending) void sleep(share * milliseconds.get(name)!).then(reached.resolve);
      const running = download(path, (count) => {
        if (isSending && count >= share * bytes.length) reached.resolve();
      });
      await Promise.race([reached.promise, running]);
      await server.kill(round % 5 === 4);
      const got = await running;
      if (got === null) cut += 1;
      else expect(got.equals(bytes), `${name} in round ${round}`).toBe(true);
      await server.restart();
      const again = await download(path);
      expect(again?.equals(bytes), `${name} after round ${round}`).toBe(true);
      expect([await rowsOf(), await stored()]).toEqual([rows, objects]);
    }
    // Else nothing was tested.
    expect(cut).toBeGreaterThan(0);
  },
);
