// The event loop during an update of a large digital twin: other users must not wait.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRelease } from "../../../tests/fixtures/rounds.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { analysisResultApi } from "../../api/analysis/analysis-result.ts";
import { analysis } from "../store/schema/plant.ts";
import { startTwinStand, type TwinStand } from "./digital-twin.fixture.ts";

const MODULES = 150_000;
/** Milliseconds. Built in this process, the same update holds the loop for more than a second. */
const MOST_DELAY = patient(300);

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

/** Modules of 1 m by 2 m on trackers of 100, as text; `except` leaves out the first ones. */
function plantFile(except = 0): string {
  const features: string[] = [];
  for (let i = except; i < MODULES; i++) {
    const [x, y] = [-70.2 + (i % 500) * 1.2e-5, -18.9 + Math.floor(i / 500) * 2.4e-5];
    const ring = [
      [x, y],
      [x + 1e-5, y],
      [x + 1e-5, y + 2e-5],
      [x, y + 2e-5],
      [x, y],
    ];
    const tracker = Math.floor(i / 100);
    features.push(
      `{"type":"Feature","properties":{"dt_id":"M${i}","mesa":"T${tracker}","zona":"A"},` +
        `"geometry":{"type":"Polygon","coordinates":[${JSON.stringify(ring)}]}}`,
    );
  }
  return `{"type":"FeatureCollection","features":[${features.join(",\n")}]}`;
}

it.runIf(isRelease)(
  "of the server stays free during an update of 150,000 modules and the first look after it",
  { timeout: patient(180_000) },
  async () => {
    const { id, name } = await stand.makePlant();
    const file = `${name} modules.geojson`;
    const send = async (text: string, mode: string) => {
      const body = new FormData();
      body.append("mode", mode);
      body.append("files", new Blob([text]), file);
      return stand.finish(await stand.send(id, body));
    };
    expect(await send(plantFile(), "create")).toMatchObject({ state: "SUCCESSFUL" });
    const [survey] = await stand.server.database.owner.db
      .insert(analysis)
      .values({
        plant_id: id,
        name: "S",
        flown_at: "2026-01-01T10:00:00Z",
        state: "DATA_COMPLETE_VERIFIED",
      })
      .returning();
    const update = plantFile(500);

    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    expect(await send(update, "replace_all")).toMatchObject({ state: "SUCCESSFUL" });
    // Several users open the card of a component of the new twin at once.
    const params = { id: survey!.id, component_type: "module", dt_id: "M700" } as const;
    const cards = Array.from({ length: 8 }, () =>
      stand.server.ask(analysisResultApi.component, "analyst", { params }),
    );
    for (const { status } of await Promise.all(cards)) expect(status).toBe(200);
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(MOST_DELAY);
  },
);
