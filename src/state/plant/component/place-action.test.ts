// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { cameraAtom, flyRequestAtom } from "../../map/view.ts";
import { openView, openViewAtom } from "../../observation/open.ts";
import { openPanelsAtom, startDocks } from "../../shell/dock.ts";
import { openComponentAtom } from "./component.ts";
import { filterCountsAtom, filtersAtom } from "../filter/filter.ts";
import { openedPlant } from "../opened.fixture.ts";
import { rowImagesAtom } from "../image/open-image.ts";
import { imagedPlaceAtom } from "../image/survey-image.ts";
import { placeActions, positionOf, type Place } from "./place-action.ts";
import { selectedRowsAtom } from "./selection.ts";
import { tableFocusAtom } from "../filter/table.ts";
import { answers } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedPlant("analysis=12");
});
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
  vi.restoreAllMocks();
});

const placeOf = (component: Place["component"]): Place => ({
  component,
  position: (component && opened.store.get(positionOf)(component)) ?? [-3, 37],
});
const module23 = () => placeOf({ component_type: "module", row: 23 });
const ground = () => placeOf(null);
const offered = (place: Place) =>
  placeActions.filter(({ isOffered }) => isOffered(opened.store.get, place)).map(({ id }) => id);
const run = (id: string, place: Place) =>
  placeActions.find((one) => one.id === id)!.run(opened.store.get, opened.store.set, place);

it("offers what applies to a component, to one without a parent, and to the ground", () => {
  const anywhere = ["copy_position", "open_street_map", "google_maps"];
  expect(offered(module23())).toEqual([
    "open_card",
    "take_me",
    "zoom_to",
    "show_in_table",
    "select",
    "select_siblings",
    "filter_parent",
    "copy_id",
    ...anywhere,
  ]);
  // Trackers have no values here, and nothing is above them.
  expect(offered(placeOf({ component_type: "tracker", row: 1 }))).toEqual([
    "open_card",
    "take_me",
    "zoom_to",
    "select",
    "copy_id",
    ...anywhere,
  ]);
  expect(offered(ground())).toEqual(["zoom_here", "whole_plant", ...anywhere]);
  run("select", module23());
  run("filter_parent", module23());
  expect(offered(ground())).toEqual([
    "zoom_here",
    "whole_plant",
    ...anywhere,
    "clear_selection",
    "clear_filters",
  ]);
});

it("selects the component, and all with the same parent", () => {
  const { store } = opened;
  run("select", module23());
  expect([...store.get(selectedRowsAtom)]).toEqual([23]);
  run("select_siblings", module23());
  // Tracker 2 has the modules 20 to 29.
  expect([...store.get(selectedRowsAtom)]).toEqual(Array.from({ length: 10 }, (_, at) => 20 + at));
  run("clear_selection", ground());
  expect(store.get(selectedRowsAtom)).toHaveLength(0);
});

it("filters to the parent, which leaves its parts", async () => {
  const { store } = opened;
  run("filter_parent", module23());
  expect(store.get(filtersAtom)).toEqual([
    { kind: "within", component_type: "tracker", dt_id: "tracker-2" },
  ]);
  await vi.waitUntil(() => store.get(filterCountsAtom)["module"]?.matching === 10);
  run("clear_filters", ground());
  expect(store.get(filtersAtom)).toEqual([]);
});

it("opens the card, the table at its row, and the map", () => {
  const { store } = opened;
  store.set(startDocks, [{ id: "table", dock: "bottom", opens: false }]);
  run("open_card", module23());
  expect(store.get(openComponentAtom)).toEqual({ component_type: "module", dt_id: "module-23" });
  run("show_in_table", module23());
  expect([store.get(openPanelsAtom), store.get(tableFocusAtom)]).toEqual([["table"], { row: 23 }]);
  run("zoom_to", module23());
  expect(store.get(flyRequestAtom)?.target).toHaveProperty("bounds");
  store.set(cameraAtom, { centre: [0, 0], zoom: 21, bearing: 30, pitch: 0 });
  run("zoom_here", ground());
  expect(store.get(flyRequestAtom)?.target).toEqual({
    camera: { centre: [-3, 37], zoom: 22, bearing: 30, pitch: 0 },
  });
  run("whole_plant", ground());
  expect(store.get(flyRequestAtom)?.target).toEqual({
    bounds: [-3.01, 36.99, -2.99, 37.01],
    straight: true,
  });
});

it("opens the images of a component that has any", async () => {
  const image = { id: 5, dt_id: "module-23", kind: "rgb", lon: null, lat: null };
  answers["GET /auth/analysis/{id}/images"] = () => [image];
  opened.close();
  opened = await openedPlant("analysis=12");
  const at = { component_type: "module", row: 23 } as const;
  // The list of images is fetched once it is shown.
  opened.store.sub(rowImagesAtom, () => undefined);
  await vi.waitUntil(() => opened.store.get(rowImagesAtom)(at).length > 0);
  expect(offered(module23())).toContain("open_images");
  run("open_images", module23());
  expect(opened.store.get(imagedPlaceAtom)).toMatchObject({ at, first: "result" });
  expect(opened.store.get(openComponentAtom)?.dt_id).toBe("module-23");
});

it("copies ID and coordinates, and opens other maps at them", async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  const sites: unknown[][] = [];
  vi.spyOn(window, "open").mockImplementation((...args) => {
    sites.push(args);
    return null;
  });
  // 230 m east of 3° W on the parallel of 37° N, a degree of longitude being 88.904 km.
  const place = module23();
  run("copy_id", place);
  run("copy_position", place);
  expect(copied).toEqual(["module-23", "37.000000, -2.997413"]);
  run("open_street_map", place);
  run("google_maps", place);
  const apart = ["_blank", "noopener,noreferrer"];
  expect(sites).toEqual([
    [
      "https://www.openstreetmap.org/?mlat=37.000000&mlon=-2.997413#map=19/37.000000/-2.997413",
      ...apart,
    ],
    ["https://www.google.com/maps/search/?api=1&query=37.000000%2C-2.997413", ...apart],
  ]);
});

it("an observation that is added on the map has the photos that wait for a component", () => {
  const photos = [{ file: new File(["a"], "a.jpg") }] as never;
  const brought = { photos, observed_at: null };
  opened.store.set(startDocks, [{ id: "observations", dock: "right", opens: false }]);
  opened.store.set(openView, { view: "choose", brought });
  run("add_observation", module23());
  expect(opened.store.get(openViewAtom)).toMatchObject({
    view: "new",
    dt_id: "module-23",
    brought: { photos: [{ file: { name: "a.jpg" } }] },
  });
});
