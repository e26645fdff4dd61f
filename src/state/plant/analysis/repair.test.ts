// @vitest-environment happy-dom
// What is said of a repair: every decision about its components that is still to do, each once.
import { afterEach, expect, it, vi } from "vitest";
import { undecided, type FindingLife } from "../../../domain/finding/finding-life.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { livesAtom } from "../finding/life.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers } from "../two-plants.fixture.ts";
import { livesOfRepairAtom } from "./repair.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const faultOf = (name: string) =>
  keyFigureByKey("fault_type")!.classes.find(({ key }) => key === name)!.value;
const life = (id: number, row: number, fault: string, crew: string): FindingLife => ({
  ...undecided,
  id,
  component_type: "module",
  dt_id: `module-${row}`,
  row,
  fault_type: faultOf(fault),
  status: "assigned",
  crew,
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

const usual = { ...answers };
let close = () => {};
afterEach(() => {
  close();
  Object.assign(answers, usual);
});

it("tells each decision about its components once, and none of another fault", async () => {
  const lives = [
    life(1, 3, "hotspot", "North"),
    life(2, 3, "glass_broken", "South"),
    life(3, 4, "hotspot", "North"),
  ];
  Object.assign(answers, {
    "GET /auth/plant/{id}/findings": () => ({ findings: lives, next: null, version: "1" }),
    "GET /auth/plant/{id}/finding-version": () => ({ version: "1" }),
  });
  const { store, close: end } = await openedPlant("", ["READ_FINDING"]);
  const stop = store.sub(livesAtom, () => {});
  close = () => {
    stop();
    end();
  };
  await vi.waitUntil(() => store.get(livesAtom).state === "ready");
  const crewsOf = (key: string, ...rows: number[]) =>
    store
      .get(livesOfRepairAtom)({
        action: "replace_module",
        component_type: "module",
        rows,
        reason: { key_figure_id: keyFigureByKey(key)!.id, value: 3 },
      })
      .map(({ crew }) => crew);
  expect(crewsOf("class_of_abnormality", 3, 4)).toEqual(["North", "South"]);
  expect(crewsOf("glass_breakage", 3, 4)).toEqual(["South"]);
  expect(crewsOf("hotspots", 3, 4)).toEqual(["North"]);
  expect(crewsOf("class_of_abnormality", 5)).toEqual([]);
});
