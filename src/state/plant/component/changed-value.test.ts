// @vitest-environment happy-dom
// A value with more digits than a column stores is undone and redone: the server's list has fewer.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { redo, undo } from "../../shell/undo.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, measured, summaryOf } from "../two-plants.fixture.ts";
import { changeValue } from "./component.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

test("a value with nine digits is undone, redone and undone again", async () => {
  const path = "/auth/analysis-result/{analysis_id}/{key_figure_id}";
  const sent: unknown[] = [];
  const changes: { id: number; dt_id: string; new_value: number; undone_at: string | null }[] = [];
  const [modify, takeBack] = [`${path}/modify-value`, `${path}/undo`];
  for (const method of ["PUT", "POST", "PATCH"]) {
    answers[`${method} ${modify}`] = () => {
      sent.push("modify");
      // 1234.56789 in 32 bits.
      const change = { dt_id: "module-7", new_value: 1234.5679, undone_at: null };
      changes.unshift({ id: changes.length + 1, ...change });
      return summaryOf(12);
    };
    answers[`${method} ${takeBack}`] = (_params, body) => {
      sent.push(body);
      const { change_id } = body as { change_id: number };
      changes.find(({ id }) => id === change_id)!.undone_at = "2026-03-04T10:00:00Z";
      return summaryOf(12);
    };
  }
  answers[`GET ${path}/change-history`] = () => changes;
  const { store } = opened;
  const at = { analysis_id: 12, key_figure_id: measured.id, dt_id: "module-7" };
  await store.set(changeValue, { ...at, value: 1234.56789 }, 7);
  await store.set(undo);
  await store.set(redo);
  await store.set(undo);
  expect(sent).toEqual(["modify", { change_id: 1 }, "modify", { change_id: 2 }]);
});
