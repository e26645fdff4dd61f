// @vitest-environment happy-dom
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { menuPlaceAtom, type MenuPlace } from "../../state/map/context-menu.ts";
import { openComponentAtom } from "../../state/plant/component/component.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { selectedRowsAtom } from "../../state/plant/component/selection.ts";
import { permittedCommandsAtom } from "../../state/shell/shortcut.ts";
import { PlaceMenu } from "./context-menu.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let root: Root | null = null;
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={store}>
        <PlaceMenu />
      </Provider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root?.unmount());
  opened.close();
});

const module23 = { component_type: "module", row: 23 } as const;
const open = (component: MenuPlace["component"]) =>
  act(async () =>
    opened.store.set(menuPlaceAtom, { x: 120, y: 80, component, position: [-3, 37] }),
  );
const items = () => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
const choose = (label: string) =>
  act(async () =>
    items()
      .find(({ textContent }) => textContent === label)!
      .click(),
  );

it("shows the component with its place, runs an action and closes", async () => {
  expect(items()).toEqual([]);
  await open(module23);
  const menu = document.querySelector("[role=menu]")!;
  expect(menu.getAttribute("aria-label")).toBe("Actions: Module module-23");
  expect(document.body.textContent).toContain("tracker-2");
  await choose("Select all with the same parent");
  expect(opened.store.get(selectedRowsAtom)).toHaveLength(10);
  expect(opened.store.get(menuPlaceAtom)).toBeNull();
  expect(items()).toEqual([]);
});

it("shows the coordinates of a point on the ground, and what applies there", async () => {
  await open(null);
  expect(document.body.textContent).toContain("37.000000, -3.000000");
  expect(items().map(({ textContent }) => textContent)).toEqual([
    "Zoom in here",
    "Show the whole plant",
    "Copy the coordinates",
    "Open in OpenStreetMap",
    "Open in Google Maps",
  ]);
});

it("gives the palette the actions of the open component, and none without one", async () => {
  const { store } = opened;
  const enabled = () =>
    store
      .get(permittedCommandsAtom)
      .filter(({ id, isEnabled }) => id.startsWith("place-") && isEnabled?.(store.get))
      .map(({ id }) => id);
  expect(enabled()).toEqual([]);
  await open(module23);
  await choose("Open the card");
  expect(store.get(openComponentAtom)?.dt_id).toBe("module-23");
  expect(enabled()).toContain("place-select_siblings");
  expect(enabled()).not.toContain("place-zoom_here");
  const siblings = store
    .get(permittedCommandsAtom)
    .find(({ id }) => id === "place-select_siblings")!;
  siblings.run(store.get, store.set);
  expect(store.get(selectedRowsAtom)).toHaveLength(10);
});
