// Conditions, limits, log and review of an evaluation over HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { ConditionRow, Quantity } from "../../../domain/evaluation/condition-record.ts";
import type { Review } from "../../../domain/evaluation/finding-review.ts";
import * as survey from "../../analysis/survey.fixture.ts";
import { readHistory } from "../../store/plant/analysis/analysis-history.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";

const calls = api.evaluation;
const review = api.findingReview;
let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("With conditions", "2026-03-01");
});
afterAll(() => host.server.close());

const answerOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return { status, body: body as Record<string, unknown> };
};
const row = (quantity: Quantity, value: number) => ({
  quantity,
  component: "",
  measured_at: null,
  value,
  source: "entered" as const,
});
const stored = (of: number) =>
  answerOf(host.server.ask(calls.conditions, "analyst", { params: { id: of } }));
const revisionOf = async (of: number) => String((await stored(of)).body["revision"]);
const update = async (rows: ConditionRow[], based_on?: string) => {
  const body = { base_revision: based_on ?? (await revisionOf(id)), rows };
  return host.server.ask(calls.updateConditions, "analyst", { params: { id }, body });
};
const importCsv = (text: string, time_zone?: string) => {
  const body = new FormData();
  if (time_zone) body.append("time_zone", time_zone);
  body.append("file", new File([text], "weather.csv"));
  return host.server.ask(calls.importConditions, "analyst", { params: { id }, body });
};

describe("flight conditions", () => {
  it("say what is left out, are entered, and stand in the history", async () => {
    const empty = await stored(id);
    expect(empty.body).toMatchObject({ rows: [], left_out: [{ quantity: "irradiance" }] });
    const { status, body } = await answerOf(update([row("irradiance", 812.5), row("wind", 2)]));
    expect([status, body["left_out"]]).toEqual([200, []]);
    const [newest] = await readHistory(host.owner.db, id);
    expect(newest).toMatchObject({
      field: "conditions",
      old_value: null,
      new_value: "irradiance 812.5, wind 2",
    });
  });

  it("come from a logger's file only with the zone of its times, without the values of the night", async () => {
    const text = "time;irradiance\n2026-03-01 12:00:00;812,5\n2026-03-02 02:00:00;-1,2\n;\n";
    const refused = await answerOf(importCsv(text));
    const { time_zone } = (await stored(id)).body;
    expect([refused.status, time_zone]).toEqual([422, "America/Santiago"]);
    expect(refused.body["problems"]).toMatchObject([
      { reason: "condition_time_zone", file: "weather.csv", line: 2 },
      { reason: "condition_time_zone", file: "weather.csv", line: 3 },
    ]);
    const unknown = await answerOf(importCsv(text, "Mars/Base"));
    expect([unknown.status, unknown.body["problems"]]).toMatchObject([
      400,
      [{ reason: "time_zone_unknown", field: "time_zone" }],
    ]);
    const { status, body } = await answerOf(importCsv(text, "Etc/GMT+3"));
    expect([status, body["night_lines"]]).toEqual([200, 1]);
    expect(body["rows"]).toContainEqual({
      quantity: "irradiance",
      component: "",
      measured_at: "2026-03-01T15:00:00.000Z",
      value: 812.5,
      source: "file",
    });
  });

  it("come from a CSV file with times, which keeps what it does not name", async () => {
    const text = "time,irradiance\n2026-03-01T10:00:00Z,800\n2026-03-01T10:10:00Z,820\n";
    const { body } = await answerOf(importCsv(text));
    expect(body["rows"]).toMatchObject([
      { quantity: "irradiance", value: 800, source: "file" },
      { quantity: "irradiance", value: 820, measured_at: "2026-03-01T10:10:00Z" },
      { quantity: "wind", value: 2, source: "entered" },
    ]);
  });

  it("are refused with the place, and nothing is half applied", async () => {
    const refused = (await importCsv("time,wind\n2026-03-01T10:00:00Z,fast\n")) as {
      status: number;
      body: ErrorAnswer;
    };
    expect([refused.status, refused.body.problems?.[0]]).toMatchObject([
      422,
      { file: "weather.csv", line: 2, field: "wind" },
    ]);
    const bad = await answerOf(update([row("wind", 2), row("irradiance", 9000)]));
    expect(bad).toMatchObject({ status: 400, body: { problems: [{ field: "rows.1.value" }] } });
    const two = await answerOf(update([row("wind", 2), row("wind", 3)]));
    expect(two.status).toBe(400);
    const { body } = await answerOf(
      host.server.ask(calls.conditions, "analyst", { params: { id } }),
    );
    expect(body["rows"]).toHaveLength(3);
  });
});

describe("limits of evaluations", () => {
  it("are set for a plant within their range", async () => {
    const params = { id: host.plant.plant_id };
    const set = (body: object) =>
      answerOf(host.server.ask(calls.updateLimits, "super_admin", { params, body }));
    expect(await set({ hotspot_k: 5 })).toMatchObject({ status: 200, body: { hotspot_k: 5 } });
    expect((await set({ hotspot_k: 500 })).status).toBe(400);
    expect((await set({ hotspot_k: 5, hotspot_strong_k: 4 })).status).toBe(400);
    const read = await answerOf(host.server.ask(calls.limits, "analyst", { params }));
    expect(read.body).toEqual({ hotspot_k: 5 });
    await set({});
  });
});

describe("an evaluation", () => {
  it.skipIf(isEveryday)(
    "is outdated once conditions, confirmed files or limits differ from those it counted with",
    async () => {
      const own = await host.plant.addAnalysis("Outdated", "2026-03-03");
      const params = { id: own };
      const isOutdated = async () => (await stored(own)).body["is_outdated"];
      const set = async (change: object) => {
        const body = { base_revision: await revisionOf(own), ...change };
        return host.server.ask(calls.updateConditions, "analyst", { params, body: body as never });
      };
      const limit = (body: object) => {
        const of = { params: { id: host.plant.plant_id }, body };
        return host.server.ask(calls.updateLimits, "super_admin", of);
      };
      expect(await isOutdated()).toBe(false);
      const raster = await survey.fileOf(host, "t.tif", await survey.rasterOf(host, 0, 20, 7));
      const rows = [row("irradiance", 800)];
      await survey.evaluate(host, own, [raster], { rows });
      expect(await isOutdated()).toBe(false);
      await limit({ hotspot_k: 5 });
      expect(await isOutdated()).toBe(true);
      await limit({});
      expect(await isOutdated()).toBe(false);
      await set({ rows: [row("irradiance", 801)] });
      expect(await isOutdated()).toBe(true);
      await set({ rows });
      expect(await isOutdated()).toBe(false);
      await set({ rows, temperature_rasters: [{ sha256: raster.sha256, unit: "kelvin" }] });
      expect(await isOutdated()).toBe(true);
    },
    patient(60_000),
  );
});

describe("the review of findings", () => {
  let reviewed: number;

  const ask = async (who: "analyst" | "super_admin", call: "list" | "judge", more: object = {}) => {
    const params = { id: reviewed, ...more };
    const found = await host.server.ask(review[call], who, params as never);
    return { status: found.status, body: found.body as Review };
  };
  const judge = async (
    who: "analyst" | "super_admin",
    verdict: string,
    moved_to: string | null = null,
  ) => {
    const [finding] = (await ask(who, "list", { params: { id: reviewed } })).body.findings;
    const params = { id: reviewed, finding_id: finding!.id };
    return ask(who, "judge", { params, body: { verdict, moved_to, stated_as: null } });
  };
  const reopen = async () => {
    const [finding] = (await ask("analyst", "list", { params: { id: reviewed } })).body.findings;
    const params = { id: reviewed, finding_id: finding!.id };
    return (await host.server.ask(review.reopen, "analyst", { params })).status;
  };
  const values = async (key = "module_offline") =>
    (await survey.valuesServed(host, reviewed, key))?.slice(6, 9);
  const setReviewers = (reviewers: 1 | 2) =>
    host.server.ask(review.setReviewers, "analyst", {
      params: { id: reviewed },
      body: { reviewers },
    });

  beforeAll(async () => {
    reviewed = await host.plant.addAnalysis("Reviewed", "2026-03-02");
    const files = [
      await survey.fileOf(host, "t.tif", await survey.rasterOf(host, 0, 40, 7, { over: 3.3 })),
      await survey.fileOf(host, "conditions.csv", "time,irradiance\n2026-03-02T10:00:00Z,800\n"),
    ];
    await survey.evaluate(host, reviewed, files);
  }, patient(60_000));

  it("rejects: the classes become good, what was measured stays; reopening undoes it", async () => {
    expect(await values()).toEqual([0, 1, 0]);
    const { status, body } = await judge("analyst", "reject");
    expect([status, body.open, body.findings[0]?.state]).toEqual([200, 0, "rejected"]);
    expect(await values()).toEqual([0, 0, 0]);
    expect((await values("delta_t_normalised"))?.[1]).toBeCloseTo(4.1, 1);
    expect((await judge("analyst", "accept")).status).toBe(409);
    expect(await reopen()).toBe(200);
    expect(await values()).toEqual([0, 1, 0]);
  });

  it("moves: the values of both components change places", async () => {
    expect((await judge("analyst", "move")).status).toBe(409);
    expect((await judge("analyst", "move", "nothing")).status).toBe(400);
    const { body } = await judge("analyst", "move", host.plant.moduleId(8));
    expect(body.findings[0]).toMatchObject({ state: "moved", moved_to: "T0.M8" });
    expect(await values()).toEqual([0, 0, 1]);
    expect((await values("delta_t_normalised"))?.[2]).toBeCloseTo(4.1, 1);
    expect(await reopen()).toBe(200);
    expect(await values()).toEqual([0, 1, 0]);
  });

  it("needs both of two reviewers, who are blind until they have judged", async () => {
    expect((await setReviewers(2)).status).toBe(200);
    const first = (await judge("analyst", "reject")).body;
    expect(first.findings[0]).toMatchObject({ state: "open", given: 1, verdicts: [] });
    const seen = (await ask("super_admin", "list", { params: { id: reviewed } })).body.findings[0];
    expect(seen).toMatchObject({ own: null, given: 1, verdicts: [] });
    expect(await values()).toEqual([0, 1, 0]);
    const second = (await judge("super_admin", "accept")).body;
    expect(second).toMatchObject({ open: 1, compared: 1 });
    expect(second.findings[0]).toMatchObject({ state: "disputed" });
    expect(second.findings[0]?.verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
      "accept",
      "reject",
    ]);
    const agreed = (await judge("super_admin", "reject")).body;
    expect([agreed.open, agreed.findings[0]?.state]).toEqual([0, "rejected"]);
    expect(await values()).toEqual([0, 0, 0]);
    expect(await reopen()).toBe(200);
  });

  it.skipIf(isEveryday)(
    "keeps a verdict in a new evaluation that finds the same, and opens one that finds something else",
    async () => {
      const conditions = "time,irradiance\n2026-03-02T10:00:00Z,800\n";
      const evaluateAgain = async (over: number) =>
        survey.evaluate(host, reviewed, [
          await survey.fileOf(host, "t.tif", await survey.rasterOf(host, 0, 40, 7, { over })),
          await survey.fileOf(host, "conditions.csv", conditions),
        ]);
      const finding = async () =>
        (await ask("analyst", "list", { params: { id: reviewed } })).body.findings[0];
      await setReviewers(1);
      await judge("analyst", "reject");
      expect(await values()).toEqual([0, 0, 0]);
      await evaluateAgain(3.35);
      expect(await finding()).toMatchObject({ state: "rejected", own: { verdict: "reject" } });
      expect(await values()).toEqual([0, 0, 0]);
      expect(await reopen()).toBe(200);
      expect(await values()).toEqual([0, 1, 0]);
      await judge("analyst", "move", host.plant.moduleId(8));
      await evaluateAgain(3.3);
      expect(await finding()).toMatchObject({ state: "moved", moved_to: "T0.M8" });
      expect(await values()).toEqual([0, 0, 1]);
      expect((await values("delta_t_normalised"))?.[2]).toBeCloseTo(4.1, 1);
      // Now the module is missing. Nothing else flags that: who judged the module is asked again.
      await evaluateAgain(-17);
      expect(await finding()).toMatchObject({ state: "open", own: null, reasons: ["changed"] });
      await evaluateAgain(3.3);
      expect(await finding()).toMatchObject({ state: "open", reasons: ["limit"] });
    },
    patient(120_000),
  );

  it("warns before the release", async () => {
    const effect = async () =>
      (
        await answerOf(
          host.server.ask(api.analysis.releaseEffect, "analyst", { params: { id: reviewed } }),
        )
      ).body["unreviewed"];
    expect(await effect()).toBe(1);
    await setReviewers(1);
    await judge("analyst", "accept");
    expect(await effect()).toBe(0);
  });

  it("is in the log, which is a file", async () => {
    const { status, body } = await host.server.ask(calls.log, "analyst", {
      params: { id: reviewed },
    });
    expect([status, (body as { flagged: number }).flagged]).toEqual([200, 1]);
  });
});
