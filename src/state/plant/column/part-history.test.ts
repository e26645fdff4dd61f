// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { valueOf } from "../../shell/loaded.ts";
import { openComponent } from "../component/component.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, measured } from "../two-plants.fixture.ts";
import { partHistoryAtom } from "./part-history.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

it.each([
  [3, 0],
  [8, 0],
  [10, 2],
])("of %i analyses leaves out %i, the oldest, and says so", async (count, left_out) => {
  answers["GET /auth/analyses-for-view/{id}"] = () =>
    Array.from({ length: count }, (_, at) => ({
      id: 12 + at,
      plant_id: 1,
      name: `Analysis ${12 + at}`,
      flown_at: `${2010 + at}-05-01T10:00:00Z`,
      key_figure_ids: [measured.id],
    }));
  opened = await openedPlant("analysis=12");
  opened.store.set(openComponent, { component_type: "tracker", row: 3 });
  const history = () => valueOf(opened.store.get(partHistoryAtom));
  await vi.waitUntil(() => history() !== undefined);
  expect(history()).toMatchObject({ left_out });
  const shown = history()!.surveys.map(({ flown_at }) => Number(flown_at.slice(0, 4)));
  expect(shown).toEqual(Array.from({ length: count - left_out }, (_, at) => 2010 + left_out + at));
});
