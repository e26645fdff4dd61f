// Routes over the flight areas, drawn to scale with north up.
import type { FlightAreas, Place, Waypoint } from "../../domain/flight/route/flight-route.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./route-sketch.module.css";

const [WIDTH, HEIGHT, EDGE] = [340, 220, 8];
/** Length that the scale bar may have. */
const MOST_BAR = 90;

type Line = readonly Pick<Waypoint, "place">[];
type Props = {
  readonly areas: FlightAreas;
  readonly routes: readonly Line[];
  /** Drawn faintly below them. */
  readonly others?: readonly Line[];
  readonly takeOff?: Place;
  /** The picture ends around the routes, whatever else there is. */
  readonly isNear?: boolean;
};

export function RouteSketch({ areas, routes, others = [], takeOff, isNear = false }: Props) {
  const linesOf = (some: readonly Line[]) => some.map((route) => route.map(({ place }) => place));
  const [lines, faint] = [linesOf(routes), linesOf(others)];
  const origin = lines[0]?.[0];
  if (!origin) return null;
  const plane = planeAt(origin);
  const spotOf = (place: Place) => plane.toPlane(place[0], place[1]);
  const around = isNear ? [] : [...areas.flight.flat(2), ...areas.no_fly.flat(2)];
  const all = [...lines.flat(), ...(takeOff ? [takeOff] : []), ...around].map(spotOf);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [west, east] = [xs.reduce(least), xs.reduce(most)];
  const [south, north] = [ys.reduce(least), ys.reduce(most)];
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / (east - west || 1),
    (HEIGHT - 2 * EDGE) / (north - south || 1),
  );
  const drawn = (place: Place): [left: number, top: number] => {
    const [x, y] = spotOf(place);
    return [EDGE + (x - west) * scale, HEIGHT - EDGE - (y - south) * scale];
  };
  const path = (places: readonly Place[]) =>
    places
      .map((place, i) => {
        const [left, top] = drawn(place);
        return `${i === 0 ? "M" : "L"}${left.toFixed(1)} ${top.toFixed(1)}`;
      })
      .join("");
  const rings = (polygons: FlightAreas["flight"]) =>
    polygons.map((polygon) => `${polygon.map(path).join("Z")}Z`);
  const bar = roundBelow(MOST_BAR / scale);
  const [start, first] = takeOff ? [drawn(takeOff), drawn(origin)] : [null, null];
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
      {(areas.obstacles ?? []).map(({ form, places }, i) => (
        <path
          key={`s${i}`}
          className={css.obstacle}
          // A dot of no length is drawn by the round end of its line.
          d={`${path(form === "point" ? [places[0]!, places[0]!] : places)}${form === "area" ? "Z" : ""}`}
        />
      ))}
      {faint.map((line, i) => (
        <path key={`o${i}`} className={css.other} d={path(line)} />
      ))}
      {lines.map((line, i) => (
        <path key={`r${i}`} className={css.route} d={path(line)} />
      ))}
      {start && first ? (
        <>
          <path className={css.way} d={`M${start.join(" ")}L${first.join(" ")}`} />
          <circle className={css.first} cx={first[0]} cy={first[1]} r={3} />
          <rect className={css.start} x={start[0] - 3.5} y={start[1] - 3.5} width={7} height={7} />
        </>
      ) : null}
      <g className={css.scale}>
        <path d={`M${WIDTH - EDGE - bar * scale} ${HEIGHT - EDGE}h${bar * scale}`} />
        <text x={WIDTH - EDGE} y={HEIGHT - EDGE - 4} textAnchor="end">
          {formatNumber(bar)} m
        </text>
        <path d={`M${WIDTH - EDGE - 6} ${EDGE + 22}v-16m-4 5l4 -5l4 5`} />
        <text x={WIDTH - EDGE - 14} y={EDGE + 12} textAnchor="end">
          {t("print:north")}
        </text>
      </g>
    </svg>
  );
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);

/** 1, 2 or 5 times a power of ten, at most this many metres. */
function roundBelow(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(metres, 1e-3)));
  return ([5, 2, 1].find((one) => one * power <= metres) ?? 1) * power;
}
