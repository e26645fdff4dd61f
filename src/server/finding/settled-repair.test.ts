// What is done or dismissed is no repair any more: the plan and the report leave it out, over HTTP on a real database.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  HEALTHY,
  HOTTER,
  openFindingHost,
  type FindingHost,
} from "../../../tests/fixtures/finding-host.ts";
import { pageTexts } from "../../../tests/fixtures/pdf-text.ts";
import { api } from "../../api/index.ts";
import type { RepairPlan } from "../../domain/loss/repair.ts";
import { managerSections } from "../../domain/report/report.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { reportInput } from "../report/read-input.ts";
import { sceneOf, writeReport } from "../report/write-report.ts";
import { readReportStates } from "./component-state.ts";
import { report } from "../store/schema/report.ts";

let host: FindingHost;
let survey = 0;
beforeAll(async () => {
  host = await openFindingHost("Settled");
  // Modules 0 to 3 are dangerous, each by a hotspot that its class calls so.
  survey = await host.survey("First", "2026-01-10", [HOTTER, HOTTER, HOTTER, HOTTER, HEALTHY]);
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

async function plan(id = survey) {
  const query = { crew_hours: 80, spare_parts: 30, first: "safety" } as const;
  const { status, body } = await host.server.ask(api.loss.repairs, "viewer", {
    params: { id },
    query,
  });
  expect(status).toBe(200);
  const { all, left_out, repairs } = body as RepairPlan;
  return { count: all.count, left_out, dt_ids: repairs.map(({ dt_id }) => dt_id).toSorted() };
}
const modules = (...indexes: number[]) =>
  indexes.map((index) => host.plant.moduleId(index)).toSorted();

/** What a report made now says. */
async function reported(id = survey) {
  const { db } = host.server.database.owner;
  const services = { ...host.server.services, db };
  const [row] = await db
    .insert(report)
    .values({
      plant_id: host.plant.plant_id,
      analysis_id: id,
      title: "Now",
      locale: "en",
      sections: [...managerSections],
    })
    .returning();
  const folder = await mkdtemp(join(tmpdir(), "settled-"));
  const key_figure_ids = ["fault_type", "class_of_abnormality", "power_loss"].map(
    (key) => keyFigureByKey(key)!.id,
  );
  const states = await readReportStates(services, id, key_figure_ids);
  const input = await reportInput(services, row!, { key_figure_ids, folder, states });
  const { annexes } = await writeReport(services.files, input);
  const pages = pageTexts(await readFile(input.path)).map((page) => page.replaceAll(/\s+/g, " "));
  await rm(folder, { recursive: true });
  const { brief, loss, data } = await sceneOf(services.files, input);
  const names = (all: readonly { row: number }[]) =>
    all.map((at) => data.level("module")!.names.dtId(at.row)).toSorted();
  return {
    pages,
    annexes,
    repairs: loss.repairs.length,
    dangers: names(brief.dangers),
    settled: names(brief.settled_dangers),
    states: input.states.map(({ status, crew }) => [status, crew]).toSorted(),
  };
}

it("leaves out what is done, verified or dismissed, and says how much that is", async () => {
  expect(await plan()).toEqual({ count: 4, left_out: 0, dt_ids: modules(0, 1, 2, 3) });
  await host.set(survey, 0, { status: "dismissed", reason: "Reflection" });
  await host.set(survey, 1, { status: "done", done_on: "2026-02-01" });
  await host.set(survey, 2, { crew: "South" });
  expect(await plan()).toEqual({ count: 2, left_out: 2, dt_ids: modules(2, 3) });
  const { pages, annexes, ...said } = await reported();
  expect(annexes).toEqual([]);
  expect(said).toEqual({
    repairs: 2,
    dangers: modules(2, 3),
    settled: modules(0, 1),
    states: [
      ["assigned", "South"],
      ["dismissed", null],
      ["done", null],
    ],
  });
  // The words of the panel, with its numbers.
  expect(pages[0]).toContain("Safety findings 2 Done or dismissed, and not counted: 2");
  const text = pages.join(" ");
  expect(text).toContain("2 components whose findings are done or dismissed are left out.");
  expect(text).toContain("Findings that endanger people or can set fire: 2.");
  expect(text).toContain(
    "Done, verified or dismissed, and not counted: 2. “Done” means repaired as stated; no later analysis has verified it yet.",
  );
  const name = (index: number) => host.plant.moduleId(index);
  // The repair that is not verified stands first, each with its status.
  expect(text).toMatch(
    new RegExp(`${name(1)} pcs Hotspot .*? Done .*${name(0)} pcs Hotspot .*? Dismissed`),
  );
});

it("has a finding again that is open again", async () => {
  await host.set(survey, 0, { status: "open" });
  expect(await plan()).toEqual({ count: 3, left_out: 1, dt_ids: modules(0, 2, 3) });
});

it("never says that nothing is dangerous or to be repaired where all of it is settled", async () => {
  const others = await host.survey("All", "2026-01-11", [HOTTER, HOTTER]);
  await host.show(others, "released");
  await host.set(others, 0, { status: "done", done_on: "2026-02-01" });
  expect(await plan(others)).toEqual({ count: 0, left_out: 2, dt_ids: [] });
  const { pages, dangers, settled } = await reported(others);
  expect([dangers, settled]).toEqual([[], modules(0, 1)]);
  const text = pages.join(" ");
  expect(pages[0]).toContain("Safety findings 0 Done or dismissed, and not counted: 2");
  expect(text).toContain(
    "All safety findings of this analysis are done, verified or dismissed: 2. “Done” means repaired as stated; no later analysis has verified it yet.",
  );
  expect(text).toContain("No repair is left: all findings that cost energy are done or dismissed.");
  expect(text).toContain("2 components whose findings are done or dismissed are left out.");
  expect(text).not.toContain("found nothing that endangers");
  expect(text).not.toContain("No finding of this analysis costs energy");
});

it("keeps a repair that a later flight shows not to have held, before its release says so", async () => {
  const draft = await host.survey("Second", "2026-03-10", [HEALTHY, HOTTER]);
  const query = { crew_hours: 80, spare_parts: 30, first: "safety" } as const;
  const asked = { params: { id: draft }, query };
  const { body } = await host.server.ask(api.loss.repairs, "analyst", asked);
  expect(body).toMatchObject({ all: { count: 1 }, left_out: 0 });
});

it("has the numbers of the panel where some are done and dismissed", async () => {
  const hot = Array.from({ length: 6 }, () => HOTTER);
  const lost = Array.from({ length: 6 }, (_, at) => 80 + 10 * at);
  const priced = await host.survey("Priced", "2026-01-12", hot, { power_loss: lost });
  await host.show(priced, "released");
  await host.set(priced, 4, { status: "dismissed", reason: "Reflection" });
  const query = { crew_hours: 80, spare_parts: 30, first: "safety" } as const;
  const asked = { params: { id: priced }, query };
  const { body } = await host.server.ask(api.loss.repairs, "viewer", asked);
  const { all, chosen, left_out, repairs } = body as RepairPlan;
  // Two were done after the flight and one is dismissed; the three others lose what is measured.
  expect([all.count, chosen.count, left_out, repairs.length]).toEqual([3, 3, 3, 3]);
  const { pages, ...said } = await reported(priced);
  expect(said).toMatchObject({ repairs: all.count, settled: modules(0, 1, 4) });
  const text = pages.join(" ");
  expect(text).toContain(
    `safety first: ${chosen.count} repairs for €${chosen.cost!.toLocaleString("en")} recover`,
  );
  expect(text).toContain(`All ${all.count} ${all.count} ${all.hours} €${all.cost}`);
  expect(text).toContain(
    `${left_out} components whose findings are done or dismissed are left out.`,
  );
});
