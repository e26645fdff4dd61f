import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type Answer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { ComponentResult } from "../../../domain/analysis/analysis-result.ts";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import { keyFiguresOf } from "../../../domain/key-figure/key-figure.ts";
import type { PlantStatus } from "../../../domain/plant/plant.ts";
import { writeColumns } from "../../store/plant/column/column.ts";
import { account, auditEntry, session } from "../../store/schema/account.ts";

let server: TestServer;
let plant: ResultPlant;
let analysis_id: number;
/** Two classified key figures of modules, the first one to be switched off. */
const [off, on] = keyFiguresOf("photovoltaic")
  .filter(
    ({ component_type, kind, classes, expert, hidden_by }) =>
      component_type === "module" &&
      kind === "u8" &&
      classes.some(({ severity }) => severity === 3) &&
      expert !== true &&
      hidden_by === undefined,
  )
  .map(({ id, classes }) => ({ id, worst: classes.find(({ severity }) => severity === 3)!.value }));

beforeAll(async () => {
  server = await startTestServer();
  const services = { db: server.database.owner.db, files: server.services.files };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Llano");
  analysis_id = await plant.addAnalysis("Survey", "2026-05-01", {
    state: "FINISHED",
    visibility: "released",
  });
  const values = (worst: number) => new Uint8Array(plant.modules).fill(worst);
  const columns = new Map([off!, on!].map(({ id, worst }) => [id, values(worst)]));
  await writeColumns(services, analysis_id, columns, { twin_version: 1 });
});
afterAll(() => server.close());

const calls = api.enabledKeyFigure;
const params = () => ({ id: plant.plant_id });
const ids = ({ body }: Answer) => (body as { key_figure_ids: number[] }).key_figure_ids;
type Who = "viewer" | "analyst";
const summaries = async (as: Who) =>
  (await server.ask(api.analysisResult.columns, as, { params: { id: analysis_id } }))
    .body as ColumnSummary[];
const shownTo = async (as: Who) => {
  const columns = (await summaries(as)).map(({ key_figure_id }) => key_figure_id);
  const read = await server.ask(api.analysis.read, as, { params: { id: analysis_id } });
  expect((read.body as Analysis).key_figure_ids).toEqual(columns);
  return columns;
};
const showAll = (as: Who, shows: boolean) =>
  server.database.owner.db
    .update(session)
    .set({ show_all_key_figures: shows })
    .where(eq(session.account_id, server.accounts[as].id));

describe("a key figure that is switched off at a plant", () => {
  let hash = "";

  it("is one of the plant's technology, and all are on before", async () => {
    const all = keyFiguresOf("photovoltaic").map(({ id }) => id);
    expect(ids(await server.ask(calls.listEnabled, "analyst", { params: params() }))).toEqual(all);
    expect(ids(await server.ask(calls.listDisabled, "analyst", { params: params() }))).toEqual([]);
    const trough = keyFiguresOf("parabolic_trough")[0]!.id;
    for (const wrong of [trough, 9999]) {
      const body = { key_figure_ids: [off!.id, wrong] };
      const { status } = await server.ask(calls.disable, "analyst", { params: params(), body });
      expect(status).toBe(400);
    }
    expect(ids(await server.ask(calls.listDisabled, "analyst", { params: params() }))).toEqual([]);
    hash = (await summaries("viewer")).find(({ key_figure_id }) => key_figure_id === off!.id)!.hash;
  });

  it("is switched by staff alone, and written down", async () => {
    const body = { key_figure_ids: [off!.id] };
    expect((await server.ask(calls.disable, "viewer", { params: params(), body })).status).toBe(
      403,
    );
    expect((await server.ask(calls.listDisabled, "viewer", { params: params() })).status).toBe(403);
    const answer = await server.ask(calls.disable, "analyst", { params: params(), body });
    expect(ids(answer)).toEqual([off!.id]);
    const again = await server.ask(calls.disable, "analyst", { params: params(), body });
    expect(ids(again)).toEqual([off!.id]);
    const enabled = ids(await server.ask(calls.listEnabled, "analyst", { params: params() }));
    expect(enabled).not.toContain(off!.id);
    const written = await server.database.owner.db
      .select({ detail: auditEntry.detail })
      .from(auditEntry)
      .where(eq(auditEntry.action, "disable_key_figures"))
      .orderBy(auditEntry.id);
    expect(written[0]?.detail).toEqual({ plant_id: plant.plant_id, key_figure_ids: [off!.id] });
  });

  it("is in no list, column, card or worst key figures of users who do not show all", async () => {
    for (const as of ["viewer", "analyst"] as const) {
      expect(await shownTo(as), as).toEqual([on!.id]);
      const { body } = await server.ask(api.analysisResult.component, as, {
        params: { id: analysis_id, component_type: "module", dt_id: plant.moduleId(0) },
      });
      const { values, history } = body as ComponentResult;
      expect(values.map(({ key_figure_id }) => key_figure_id)).toEqual([on!.id]);
      const past = history.flatMap((survey) => survey.values.map((one) => one.key_figure_id));
      expect(past).toEqual([on!.id]);
      const table = (await server.ask(api.plant.listForTable, as)).body as PlantStatus[];
      expect(table[0]?.worst_key_figures.map(({ key_figure_id }) => key_figure_id)).toEqual([
        on!.id,
      ]);
    }
  });

  it("cannot be had by its address either: rows, journal and column are like missing ones", async () => {
    const at = (key_figure_id: number, of = hash) => ({ analysis_id, key_figure_id, hash: of });
    const missing = keyFiguresOf("photovoltaic").find(
      ({ id }) => id !== off!.id && id !== on!.id,
    )!.id;
    for (const endpoint of [
      api.analysisResult.column,
      api.analysisResult.read,
      api.analysisResult.changeHistory,
    ]) {
      const outcome = async (id: number) => {
        const { status, body } = await server.ask(endpoint, "viewer", { params: at(id) as never });
        const { request_id: _, ...rest } = body as Record<string, unknown>;
        return [status, rest];
      };
      expect((await outcome(off!.id))[0], endpoint.path).toBe(404);
      expect(await outcome(off!.id), endpoint.path).toEqual(await outcome(missing));
    }
    // Not under the name of one that is on, not through a url token, and not beside it in a CSV.
    const other = await server.ask(api.analysisResult.column, "viewer", { params: at(on!.id) });
    const isShared = (await summaries("viewer")).some((summary) => summary.hash === hash);
    expect(other.status).toBe(isShared ? 200 : 404);
    const url = `/api/auth/analysis-result/${analysis_id}/${off!.id}/column/${hash}`;
    const signed = await server.ask(api.session.generateUrlToken, "viewer", { body: { url } });
    const { url_token = "" } = signed.body as { url_token?: string };
    expect((await server.fetch(`${url}?url_token=${url_token}`, { bot: null })).status).not.toBe(
      200,
    );
    const csv_mappings = JSON.stringify([{ key_figure_id: off!.id, header: "hidden" }]);
    const csv = await server.ask(api.analysisResult.read, "viewer", {
      params: { analysis_id, key_figure_id: on!.id },
      query: { csv: "1", csv_mappings },
    });
    expect(csv.status).toBe(400);
  });

  it("is there for staff who show all key figures, and for no customer", async () => {
    await showAll("analyst", true);
    await showAll("viewer", true);
    expect((await shownTo("analyst")).toSorted()).toEqual([off!.id, on!.id].toSorted());
    const column = { analysis_id, key_figure_id: off!.id, hash };
    const staff = await server.ask(api.analysisResult.column, "analyst", { params: column });
    expect(staff.status).toBe(200);
    expect(await shownTo("viewer")).toEqual([on!.id]);
    expect((await server.ask(api.analysisResult.column, "viewer", { params: column })).status).toBe(
      404,
    );
    await showAll("viewer", false);
    await server.database.owner.db
      .update(account)
      .set({ show_all_key_figures: true })
      .where(eq(account.id, server.accounts.viewer.id));
    expect(await shownTo("viewer")).toEqual([on!.id]);
  });

  it("comes back for everybody once it is switched on", async () => {
    const body = { key_figure_ids: [off!.id] };
    const answer = await server.ask(calls.enable, "analyst", { params: params(), body });
    expect(ids(answer)).toContain(off!.id);
    expect((await shownTo("viewer")).toSorted()).toEqual([off!.id, on!.id].toSorted());
  });
});
