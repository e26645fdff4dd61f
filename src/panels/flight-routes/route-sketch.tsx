// Routes over the flight areas, drawn to scale with north up.
import type { FlightAreas, Place, Waypoint } from "../../domain/flight/route/flight-route.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./route-sketch.module.css";

const [WIDTH, HEIGHT, EDGE] = [340, 220, 8];

type Props = {
  readonly areas: FlightAreas;
  readonly routes: readonly (readonly Pick<Waypoint, "place">[])[];
};

export function RouteSketch({ areas, routes }: Props) {
  const lines = routes.map((route) => route.map(({ place }) => place));
  const origin = lines[0]?.[0];
  if (!origin) return null;
  const plane = planeAt(origin);
  const spotOf = (place: Place) => plane.toPlane(place[0], place[1]);
  const all = [...lines.flat(), ...areas.flight.flat(2), ...areas.no_fly.flat(2)].map(spotOf);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [west, east] = [xs.reduce(least), xs.reduce(most)];
  const [south, north] = [ys.reduce(least), ys.reduce(most)];
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / (east - west || 1),
    (HEIGHT - 2 * EDGE) / (north - south || 1),
  );
  const path = (places: readonly Place[]) =>
    places
      .map((place, i) => {
        const [x, y] = spotOf(place);
        const left = (EDGE + (x - west) * scale).toFixed(1);
        return `${i === 0 ? "M" : "L"}${left} ${(HEIGHT - EDGE - (y - south) * scale).toFixed(1)}`;
      })
      .join("");
  const rings = (polygons: FlightAreas["flight"]) =>
    polygons.map((polygon) => `${polygon.map(path).join("Z")}Z`);
  return (
    <svg
      className={css.sketch}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t("flight-route:file.sketch")}
    >
      {rings(areas.flight).map((d, i) => (
        <path key={`f${i}`} className={css.flight} d={d} />
      ))}
      {rings(areas.no_fly).map((d, i) => (
        <path key={`n${i}`} className={css.noFly} d={d} />
      ))}
      {lines.map((line, i) => (
        <path key={`r${i}`} className={css.route} d={path(line)} />
      ))}
    </svg>
  );
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);
