// A plant with a hundred thousand decided findings: its losses and a filter by status hold up no one.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isMutated, leastBlock } from "../../../tests/fixtures/processor-time.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";
import { api } from "../../api/index.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { writeColumns } from "../store/plant/column/column.ts";

const TRACKERS = 5000;
const LIVES = 100_000;
/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;
const types = keyFigureByKey("fault_type")!;
const hotspot = types.classes.find(({ key }) => key === "hotspot")!.value;
const watts = keyFigureByKey("power_loss")!;

let server: TestServer;
let id = 0;
beforeAll(async () => {
  if (isEveryday) return;
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  const plant = await addResultPlant(services, customer_id, "Large", TRACKERS);
  id = await plant.addAnalysis("spring", "2026-03-01", { visibility: "released" });
  const columns = new Map<number, Uint8Array | Float32Array>([
    [types.id, new Uint8Array(plant.modules).fill(hotspot)],
    [watts.id, new Float32Array(plant.modules).fill(20)],
  ]);
  await writeColumns(services, id, columns, { twin_version: 1 });
  await server.database.owner.pool.query(
    `insert into finding_life (plant_id, component_type, dt_id, fault_type, status, analysis_id)
     select $1, 'module', 'T' || i / 20 || '.M' || i % 20, $2, 'dismissed', $3 from generate_series(0, $4) i`,
    [plant.plant_id, hotspot, id, LIVES - 1],
  );
}, patient(120_000));
afterAll(() => server?.close());

it.skipIf(isMutated || isEveryday)(
  "says what is lost, and leaves out what is settled",
  async () => {
    const params = { id };
    // The first answer also loads what all later ones use.
    const first = await server.ask(api.loss.summary, "viewer", { params });
    expect(first.status).toBe(200);
    const query = { crew_hours: "10", spare_parts: "5" };
    let answer: { status: number; body: unknown } = { status: 0, body: null };
    const most = patient(MOST_BLOCK_MS);
    const block = await leastBlock(most, async () => {
      answer = await server.ask(api.loss.repairs, "viewer", { params, query } as never);
    });
    expect([answer.status, answer.body]).toMatchObject([200, { left_out: LIVES }]);
    expect(block).toBeLessThan(most);
  },
);
