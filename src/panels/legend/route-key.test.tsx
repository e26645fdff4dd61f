// @vitest-environment happy-dom
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { randomRoute, randomSource } from "../../domain/flight/format/route.fixture.ts";
import { routeColourAtom } from "../../state/map/flight-route-view.ts";
import { layerEntriesAtom, showLayer } from "../../state/map/layer.ts";
import {
  chosenCampaignIdAtom,
  hiddenRoutesAtom,
} from "../../state/plant/analysis/flight-campaign.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { answers } from "../../state/plant/two-plants.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { RouteKey } from "./route-key.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

// One more than there are colours, and two waypoints alone, 20 m and 75.5 m high.
const { waypoints, ...route } = randomRoute(randomSource(3));
const heights = [20, 75.5];
const routes = [1, 2, 3, 4, 5, 6].map((number) => ({
  ...route,
  id: number,
  campaign_id: 7,
  number,
  name: `Sortie ${number}`,
  waypoints: heights.map((height_m, at) => ({ ...waypoints[at]!, height_m })),
  photo_runs: [],
}));
Object.assign(answers, {
  "GET /auth/plant/{id}/flight-campaigns": () => [{ id: 7, state: "ready", task_id: 1 }],
  "GET /auth/flight-campaign/{id}/flight-routes": () => routes,
});

let root: Root | null = null;
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedPlant("", ["READ_FLIGHT_CAMPAIGN", "READ_FLIGHT_ROUTE"]);
  const layer = {
    id: "flight_routes",
    name: "",
    group: "flights" as const,
    visible: true,
    opacity: 1,
    fixed: false,
  };
  opened.store.set(layerEntriesAtom, [layer]);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={opened.store}>
        <RouteKey />
      </Provider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root?.unmount());
  opened.close();
});

const change = (doIt: (store: typeof opened.store) => void) =>
  act(async () => {
    doIt(opened.store);
    await settle();
    await settle();
  });
const chooseCampaign = () => change((store) => store.set(chosenCampaignIdAtom, 7));
const rows = () => [...document.querySelectorAll("li")].map((row) => row.textContent);

it("is there only while routes are on the map", async () => {
  expect(document.querySelector("section")).toBeNull();
  await chooseCampaign();
  expect(document.querySelector("section")!.getAttribute("aria-label")).toBe("Flight routes");
  await change((store) => store.set(showLayer, "flight_routes", false));
  expect(document.querySelector("section")).toBeNull();
  await change((store) => store.set(showLayer, "flight_routes", true));
  expect(document.querySelector("section")).not.toBeNull();
  await change((store) => store.set(hiddenRoutesAtom, new Set(routes.map(({ id }) => id))));
  expect(document.querySelector("section")).toBeNull();
});

it("names the sorties of each colour, for the drawn ones alone", async () => {
  await chooseCampaign();
  const names = ["Sortie 2", "Sortie 3", "Sortie 4", "Sortie 5", "Take-off position"];
  expect(rows()).toEqual(["Sortie 1 and 1 more", ...names]);
  const inks = [...document.querySelectorAll("li path")].map((mark) => mark.getAttribute("fill"));
  expect(new Set(inks).size).toBe(6);
  await change((store) => store.set(hiddenRoutesAtom, new Set([1, 2])));
  expect(rows()).toEqual(["Sortie 3", "Sortie 4", "Sortie 5", "Sortie 6", "Take-off position"]);
});

it("says the range of the heights, and from where they are measured", async () => {
  await chooseCampaign();
  await change((store) => store.set(routeColourAtom, "height"));
  const text = document.querySelector("section")!.textContent;
  expect(text).toContain("20 m75.5 m");
  expect(text).toContain("Metres above the take-off position");
  expect(rows()).toEqual(["Take-off position"]);
});
