// A flight campaign of the demo: an area that is flown, and a campaign whose routes a task plans.
import { planeAt } from "../../domain/geometry/plane.ts";
import { plantNamed, type DemoWork } from "./demo-call.ts";

const PLANT = "Llano Grande";
/** Groups of trackers nearest to the take-off position: a campaign that is planned within seconds. */
const GROUPS = 3;
const MARGIN_DEG = 0.0001;

type Box = readonly [west: number, south: number, east: number, north: number];
type Subfield = { readonly bounds: Box };

export const flightWork: DemoWork = {
  name: "flight_campaign",
  async run({ call, now }) {
    const plant = await plantNamed(call, PLANT);
    const subfields = await call<Subfield[]>("GET", `/auth/plant/${plant.id}/subfields`);
    const start = plant.take_off_positions[0]?.place ?? [plant.lon, plant.lat];
    const plane = planeAt(start);
    const metres = ({ bounds: [west, south, east, north] }: Subfield) =>
      Math.hypot(...plane.toPlane((west + east) / 2, (south + north) / 2));
    const near = subfields.toSorted((a, b) => metres(a) - metres(b)).slice(0, GROUPS);
    await call("POST", `/auth/plant/${plant.id}/update-flight-areas-and-take-off-positions`, {
      flight_polygons: { type: "MultiPolygon", coordinates: near.map(ringsAround) },
      no_fly_polygons: null,
      take_off_positions: plant.take_off_positions,
      flight_area_version: plant.flight_area_version,
    });
    // In summer there is light enough for hours.
    const today = now();
    const year = today.getUTCFullYear() + (today.getUTCMonth() < 5 ? 0 : 1);
    const start_at = new Date(Date.UTC(year, 5, 20, 10));
    await call("POST", `/auth/plant/${plant.id}/flight-campaign`, {
      name: "Summer survey",
      aircraft: "M3T",
      start_at: start_at.toISOString(),
      flight_types: ["pv_thermal"],
    });
  },
};

function ringsAround({ bounds: [w, s, e, n] }: Subfield): [number, number][][] {
  const [west, south] = [w - MARGIN_DEG, s - MARGIN_DEG];
  const [east, north] = [e + MARGIN_DEG, n + MARGIN_DEG];
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}
