// @vitest-environment happy-dom
// Findings of repairs while the mirrors of the twin are on their way.
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startWords } from "../../../client/i18n.ts";
import { NO_ROW } from "../../../domain/component/component-index.ts";
import { encodeNames } from "../../../domain/component/names-codec.ts";
import { undecided, type FindingLife } from "../../../domain/finding/finding-life.ts";
import { encodeGeometry } from "../../../domain/geometry/geometry-codec.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { settle, signedInStore } from "../../shell/signed-in.fixture.ts";
import { livesOfRepairAtom, repairFileRefusalAtom, repairPlanAtom } from "../analysis/repair.ts";
import { livesAtom } from "../finding/life.ts";
import { openPlant } from "../open-plant.ts";
import { startPlantWork } from "../plant-work.ts";
import { answers } from "../two-plants.fixture.ts";
import { repairFindingsAtom } from "./repair.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

beforeAll(() => startWords("en"));
const usual = { ...answers };
let close = () => {};
afterEach(() => {
  close();
  Object.assign(answers, usual);
});

const counts = { sce: 2, mirror: 4 } as const;
const level = (component_type: keyof typeof counts) => ({
  component_type,
  row_count: counts[component_type],
  geometry: `geometry ${component_type}`,
  names: `names ${component_type}`,
});

/** Two elements of two mirrors each: rows 0 and 1 of the mirrors are of row 0, rows 2 and 3 of row 1. */
function objectOf(hash: string): Uint8Array {
  const [what, type] = hash.split(" ") as [string, keyof typeof counts];
  const count = counts[type];
  const name = (row: number) => `${type}-${row}`;
  if (what === "names") return encodeNames({ count, dtId: name, pcs: name });
  const floats = (value: number) => new Float32Array(count).fill(value);
  return encodeGeometry({
    type,
    count,
    parent: Uint32Array.from(type === "mirror" ? [0, 0, 1, 1] : [NO_ROW, NO_ROW]),
    centreX: Float32Array.from({ length: count }, (_, row) => row * 5),
    centreY: floats(0),
    length: floats(2),
    width: floats(1),
    rotation: floats(0),
    height: floats(2),
    polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(1), xy: new Float32Array(0) },
    blockBounds: Float32Array.of(0, 0, 15, 0),
  });
}

const GONE = keyFigureByKey("mirror_fault_type")!.classes.find(
  ({ key }) => key === "missing",
)!.value;
const missing = (id: number, row: number): FindingLife => ({
  ...undecided,
  id,
  component_type: "mirror",
  dt_id: `mirror-${row}`,
  row,
  fault_type: GONE,
  status: "assigned",
  crew: "North",
  assignee_name: null,
  severity: 3,
  analysis_id: null,
  is_dangerous: false,
  returned: false,
  work_order: null,
  comments: 0,
  revision: 1,
  updated_by: null,
  updated_at: "2025-04-01T10:00:00Z",
});
const repair = {
  action: "replace_mirrors",
  component_type: "sce",
  rows: [1],
  parts: 1,
  reason: null,
};

async function opened(twin: object, repairs: readonly object[]) {
  const plant = { technology: "parabolic_trough" };
  const lives = { findings: [missing(1, 3)], next: null, version: "1" };
  const ways = Promise.withResolvers<void>();
  Object.assign(answers, {
    "GET /auth/plant/{id}": ({ id }: { id: number }) => ({ id, name: "Trough", ...plant }),
    "GET /auth/plant/{id}/field-geometry": () => ({
      plant_id: 1,
      version: 1,
      origin: [-3, 37],
      bounds: [-3.01, 36.99, -2.99, 37.01],
      ...twin,
    }),
    "GET /auth/plant/{id}/field-geometry/object/{hash}": async ({ hash }: { hash: string }) => {
      if (hash.endsWith("mirror")) await ways.promise;
      return objectOf(hash);
    },
    // An analysis without columns of faults: its findings are those of which something was decided.
    "GET /auth/analysis/{id}/columns": () => [],
    "GET /auth/analysis/{id}/repairs": () => ({ repairs }),
    "GET /auth/plant/{id}/findings": () => lives,
    "GET /auth/plant/{id}/finding-version": () => ({ version: "1" }),
  });
  const permissions = ["READ_FINDING", "READ_ANALYSIS_RESULT"] as const;
  // It is open once all levels are here; these are on their way.
  history.replaceState(null, "", "/plant/1?");
  const store = signedInStore(permissions);
  void store.set(openPlant, 1, "");
  const stopWork = startPlantWork(store);
  const watched = [repairFindingsAtom, repairFileRefusalAtom, livesOfRepairAtom];
  const stops = watched.map((one) => store.sub(one, () => {}));
  close = () => {
    ways.resolve();
    stops.forEach((stop) => stop());
    stopWork();
    store.set(endPlant);
  };
  const isReady = () =>
    store.get(livesAtom).state === "ready" && store.get(repairPlanAtom).state === "ready";
  await vi.waitUntil(isReady);
  await settle();
  return { store, arrive: () => ways.resolve() };
}

it("waits for the mirrors, and says of no repair of them that it has no finding", async () => {
  const { store, arrive } = await opened({ levels: [level("sce"), level("mirror")] }, [repair]);
  expect(store.get(repairFindingsAtom)).toBeNull();
  expect(store.get(repairFileRefusalAtom)).toBe("Loading");
  arrive();
  await vi.waitUntil(() => store.get(repairFindingsAtom) !== null);
  expect(store.get(repairFindingsAtom)).toMatchObject({
    findings: [{ component_type: "mirror", row: 3 }],
    without: 0,
    repairs: 1,
  });
  expect(store.get(repairFileRefusalAtom)).toBeNull();
});

it("does not wait for mirrors where the twin has none, or no repair is theirs", async () => {
  const { store } = await opened({ levels: [level("sce")] }, [repair]);
  expect(store.get(repairFindingsAtom)).toMatchObject({ without: 1, repairs: 1 });
  expect(store.get(repairFileRefusalAtom)).toBeNull();
  close();
  const other = { ...repair, action: "align_assembly", rows: [0] };
  const loading = await opened({ levels: [level("sce"), level("mirror")] }, [other]);
  expect(loading.store.get(repairFindingsAtom)).toMatchObject({ without: 1, repairs: 1 });
  expect(loading.store.get(repairFileRefusalAtom)).toBeNull();
});
