// @vitest-environment happy-dom
// What a flight sheet says of the sorties, and under which limits they are flown.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { RouteCheck } from "../../domain/flight/route/route-check.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { SheetTables } from "./sheet-tables.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
});
afterEach(hide);

const campaign = {
  time_zone: "Europe/Madrid",
  aircraft: "M3T",
  flight_types: ["pv_thermal"],
  route_count: 2,
  metrics: { batteries: 4 },
} as unknown as FlightCampaign;

/** Along the equator, where a degree is 111,319.49 m. */
const corner = (metres: number) => ({
  place: [metres / 111_319.4908, 0],
  gimbal_pitch_deg: -90,
  heading_deg: null,
});
const route = (more: Partial<FlightRouteRecord>) =>
  ({
    id: 1,
    number: 1,
    flight_type: "pv_thermal",
    name: "North",
    start_at: "2026-06-01T10:00:00Z",
    duration_s: 605.4,
    distance_m: 1234.4,
    altitude_agl_m: 30,
    eval_batch_num: null,
    waypoints: [corner(0), corner(105), corner(210)],
    // At 0, 10 … 100 m, and at 105, 130, 155, 180 and 205 m.
    photo_runs: [
      { from: 0, to: 1, distance_m: 10 },
      { from: 1, to: 2, distance_m: 25 },
    ],
    ...more,
  }) as unknown as FlightRouteRecord;
const two = [
  route({}),
  route({ id: 2, number: 2, name: "South", start_at: null, duration_s: 59.7, distance_m: 765.8 }),
];

const none = { take_offs: [] };

const check = {
  security_height_m: 44.2,
  return_height_m: 61,
  is_ground_known: true,
  altitude_above: "ground" as const,
  wind: { most_m_s: 9.5, limit: "battery", landing_percent: 31, duration_s: 605 } as const,
  problems: [],
  warnings: [],
  past: null,
};
const checks = new Map<number, RouteCheck>([
  [1, check],
  [
    2,
    {
      ...check,
      is_ground_known: false,
      altitude_above: "take_off" as const,
      wind: { ...check.wind, most_m_s: null, landing_percent: 8 },
    },
  ],
]);

const cells = (row: string) =>
  [...document.querySelectorAll(`${row} tr`)].map((one) =>
    [...one.querySelectorAll("th, td")].map(({ textContent }) => textContent),
  );

test("each sortie has its time, way, photos, waypoints, height and battery, and all have their sums", async () => {
  await show(<SheetTables campaign={campaign} routes={two} checks={checks} areas={none} />);
  const [north, south] = cells("tbody");
  expect(north?.[0]).toBe("North");
  // Ten o'clock is noon in Madrid in summer.
  expect(north?.[1]).toBe("PV thermal");
  expect(north?.[2]).toMatch(/12:00/);
  expect(north?.slice(3)).toEqual([
    "10:05",
    "1,234 m",
    "16",
    "3",
    "30 m",
    "44.2 m",
    "61 m",
    "9.5 m/s",
    "known",
    "1\u202F/\u202F2",
  ]);
  expect(south).toEqual([
    "South",
    "PV thermal",
    "–",
    "1:00",
    "766 m",
    "16",
    "3",
    "30 m above take-off",
    "44.2 m",
    "61 m",
    "not even still air",
    "not known",
    "2\u202F/\u202F2",
  ]);
  expect(cells("tfoot")).toEqual([
    ["Total", "–", "–", "11:05", "2,000 m", "32", "6", "–", "–", "–", "–", "–", "2"],
  ]);
});

test("the sums of some of the sorties say of how many", async () => {
  const [first] = two;
  await show(<SheetTables campaign={campaign} routes={[first!]} checks={checks} areas={none} />);
  expect(cells("tfoot")[0]?.[0]).toBe("Total of 1 of 2 sorties");
});

test("batteries take turns where there are fewer than sorties", async () => {
  const few = { ...campaign, route_count: 3, metrics: { batteries: 2 } };
  const three = [1, 2, 3].map((number) => route({ id: number, number }));
  await show(<SheetTables campaign={few} routes={three} checks={checks} areas={none} />);
  expect(cells("tbody").map((row) => row.at(-1)?.slice(0, 1))).toEqual(["1", "2", "1"]);
  expect(cells("tfoot")[0]?.at(-1)).toBe("2");
});

test("evaluation batches have a column where a sortie has one", async () => {
  await show(<SheetTables campaign={campaign} routes={two} checks={checks} areas={none} />);
  expect(cells("thead")[0]).toHaveLength(13);
  const batched = [two[0]!, route({ id: 2, number: 2, eval_batch_num: 7 })];
  await show(<SheetTables campaign={campaign} routes={batched} checks={checks} areas={none} />);
  expect(cells("thead")[0]).toHaveLength(14);
  expect(cells("tbody").map((row) => row.at(-1))).toEqual(["–", "7"]);
});

test("modules are flown under the limits of IEC TS 62446-3, troughs by wind and sight alone", async () => {
  await show(<SheetTables campaign={campaign} routes={two} checks={checks} areas={none} />);
  const modules = text();
  expect(modules).toMatch(/28\s*km\/h/);
  // The drone's own limit, and what the column counts.
  expect(modules).toMatch(/12\s*m\/s for the M3T/);
  expect(modules).toMatch(/still air.*any side.*10%/);
  expect(modules).toMatch(/600\s*W/);
  expect(modules).toMatch(/\b2\b.*okta/i);
  const trough = { ...campaign, flight_types: ["trough_thermal"] } as FlightCampaign;
  await show(<SheetTables campaign={trough} routes={two} checks={checks} areas={none} />);
  expect(text()).toMatch(/28\s*km\/h/);
  expect(text()).not.toMatch(/600\s*W/);
});

test("a sortie that must not be flown is named with its reasons, and none else", async () => {
  await show(<SheetTables campaign={campaign} routes={two} checks={checks} areas={none} />);
  const faults = () => document.querySelector('[aria-label="Do not fly"]');
  expect(faults()).toBeNull();
  const times = { start: "22:08", end: "22:31", from: "06:50", to: "21:40" };
  const night = { ...check, problems: [{ reason: "sortie_at_night", values: times }] };
  await show(
    <SheetTables campaign={campaign} routes={two} checks={new Map([[2, night]])} areas={none} />,
  );
  const said = faults()?.textContent;
  expect(said).toMatch(/South: The flight from 22:08 to 22:31 .* night.*06:50 to 21:40/);
  expect(said).not.toContain("North");
});

test("the sheet has the names of take-off positions where the plant has any", async () => {
  await show(<SheetTables campaign={campaign} routes={two} checks={checks} areas={none} />);
  expect(text()).not.toContain("StartTake-off position");
  const at = (place: [number, number]) => ({ take_off: { place, elevation_m: null } });
  const routes = [route(at([7, 50])), route({ id: 2, ...at([7, 51]) })];
  const areas = { take_offs: [{ place: [7, 50] as const, elevation_m: null, name: "West gate" }] };
  await show(<SheetTables campaign={campaign} routes={routes} checks={checks} areas={areas} />);
  expect(text()).toContain("StartTake-off position");
  expect(text().split("West gate")).toHaveLength(2);
});

test("a tilted camera is said with where it looks, in a column that other sheets do not have", async () => {
  const columns = () => [...document.querySelectorAll("thead th")].map((one) => one.textContent);
  await show(<SheetTables campaign={campaign} routes={two} checks={checks} areas={none} />);
  expect(columns()).not.toContain("Camera pitch");
  const [first] = two;
  const tilted = first!.waypoints.map((one) => ({
    ...one,
    gimbal_pitch_deg: -72,
    heading_deg: -148.6,
  }));
  const routes = [{ ...first!, waypoints: tilted }, two[1]!];
  await show(<SheetTables campaign={campaign} routes={routes} checks={checks} areas={none} />);
  const at = columns().indexOf("Camera pitch");
  const body = cells("tbody");
  expect(body.map((row) => row[at])).toEqual(["-72°, looking towards 211°", "-90°"]);
});
