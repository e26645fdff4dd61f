import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { litchiColumns } from "./litchi-csv.ts";
import { routeOfLitchi } from "./litchi-route.ts";
import { readLitchiCsv } from "./litchi-csv.ts";
import { openRoutes } from "./route-open.ts";

const litchi = (speeds: readonly number[], seconds: readonly number[], cruising?: number) => {
  const rows = speeds.map((speed, i) =>
    litchiColumns.map((name) => {
      if (name === "latitude") return "-18.9";
      if (name === "longitude") return String(-70.1 + i * 0.001);
      if (name.startsWith("speed")) return String(speed);
      if (name === "photo_timeinterval") return String(seconds[i]);
      if (name.startsWith("altitude(")) return "40";
      return name.startsWith("actiontype") || name === "photo_distinterval" ? "-1" : "0";
    }),
  );
  const text = [litchiColumns, ...rows].map((row) => row.join(",")).join("\n");
  const mission = readLitchiCsv(strToU8(text), "a.csv");
  const cruising_m_s = cruising ?? mission.settings.cruising_m_s;
  return routeOfLitchi([{ ...mission, settings: { ...mission.settings, cruising_m_s } }], "a.csv");
};

it("photos of Litchi every so many seconds are so many metres apart, at the speed of each leg", () => {
  expect(litchi([5, 5, 8, 8], [2, 2, 2, -1]).photo_runs).toEqual([
    { from: 0, to: 2, distance_m: 10 },
    { from: 2, to: 3, distance_m: 16 },
  ]);
  // A speed of zero is the cruising speed of the mission.
  const cruised = litchi([0, 0, 0], [2, 2, -1], 6);
  expect(cruised.photo_runs).toEqual([{ from: 0, to: 2, distance_m: 12 }]);
  expect(cruised.notes.map(({ reason }) => reason)).toEqual(["route_home_unknown"]);
  // A CSV names no cruising speed: that the photos are lost is said.
  const lost = litchi([0, 0, 0], [2, 2, -1]);
  expect(lost.photo_runs).toEqual([]);
  expect(lost.notes.map(({ reason }) => reason)).toContain("route_photos_by_time");
});

it("photos of DJI every so many seconds are so many metres apart, at the speed of each leg", () => {
  const point = (index: number, speed: number, groups = "") =>
    `<Placemark><Point><coordinates>${-70.1 + index * 0.001},-18.9</coordinates></Point><wpml:index>${index}</wpml:index><wpml:executeHeight>40</wpml:executeHeight><wpml:waypointSpeed>${speed}</wpml:waypointSpeed>${groups}</Placemark>`;
  const timing =
    "<wpml:actionGroup><wpml:actionGroupId>0</wpml:actionGroupId><wpml:actionGroupStartIndex>0</wpml:actionGroupStartIndex><wpml:actionGroupEndIndex>3</wpml:actionGroupEndIndex><wpml:actionTrigger><wpml:actionTriggerType>multipleTiming</wpml:actionTriggerType><wpml:actionTriggerParam>2</wpml:actionTriggerParam></wpml:actionTrigger><wpml:action><wpml:actionActuatorFunc>takePhoto</wpml:actionActuatorFunc></wpml:action></wpml:actionGroup>";
  const text = `<kml xmlns:wpml="http://www.dji.com/wpmz/1.0.6"><Document><Folder><wpml:executeHeightMode>relativeToStartPoint</wpml:executeHeightMode><wpml:autoFlightSpeed>10</wpml:autoFlightSpeed>${point(0, 3, timing)}${point(1, 3)}${point(2, 10)}${point(3, 10)}</Folder></Document></kml>`;
  const [route] = openRoutes(zipSync({ "wpmz/waylines.wpml": strToU8(text) }), "a.kmz");
  expect(route!.photo_runs).toEqual([
    { from: 0, to: 2, distance_m: 6 },
    { from: 2, to: 3, distance_m: 20 },
  ]);
  // It names no take-off position either.
  expect(route!.notes).toEqual([{ reason: "route_home_unknown" }]);
});
