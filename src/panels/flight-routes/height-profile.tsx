// A route from the side: the ground, the route above it, the ways from and to take-off, and the ceiling.
import { useAtomValue } from "jotai";
import { LEGAL_HEIGHT_M } from "../../domain/flight/route/route-check.ts";
import {
  heightProfile,
  homeHeights,
  type ProfilePoint,
} from "../../domain/flight/route/home-leg.ts";
import { OBSTACLE_CLEARANCE_M } from "../../domain/flight/ground/obstacle.ts";
import { obstacleProfile } from "../../domain/flight/route/obstacle-check.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { ceilingAtom } from "../../state/map/flight-route-edit.ts";
import { savedAreasAtom } from "../../state/map/flight-area.ts";
import { elevationAtom } from "../../state/map/ground.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { ProfileHandles } from "./profile-handles.tsx";
import css from "./height-profile.module.css";

const [WIDTH, HEIGHT] = [340, 170];
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 8, 16, 22];
const MARKS = 4;

type Props = {
  readonly route: FlightRouteRecord;
  /** It has a width of its own, as in a popover; else that of what it lies in. */
  readonly isWide?: boolean;
  /** Its waypoints can be dragged up and down. */
  readonly isEdited?: boolean;
};

export function HeightProfile({ route, isWide = false, isEdited = false }: Props) {
  const elevation = useAtomValue(elevationAtom);
  const ceiling = useAtomValue(ceilingAtom) ?? LEGAL_HEIGHT_M;
  const { obstacles } = useAtomValue(savedAreasAtom);
  const heights = homeHeights(route, elevation, obstacles);
  const points = heightProfile(route, heights, elevation);
  const standing = obstacleProfile(route, elevation, obstacles);
  const last = points.at(-1);
  if (!last) return null;
  const groundOf = ({ ground_m }: ProfilePoint) => ground_m ?? 0;
  const isKnown = points.some(({ ground_m }) => ground_m !== null);
  const highest = Math.max(
    ...points.map((one) => Math.max(one.height_m, groundOf(one))),
    ...standing.map(({ top_m }) => top_m),
  );
  const lowest = Math.min(0, ...points.map(groundOf));
  // The ceiling is drawn where it is near: a flight at 23 m needs no picture of 120 m.
  const isCeilingNear = points.some(
    (one) => groundOf(one) + ceiling < 1.6 * highest - 0.6 * lowest,
  );
  const top = isCeilingNear ? Math.max(highest, ceiling + lowest) * 1.05 : highest * 1.15;
  const x = (along: number) => LEFT + (along / (last.along_m || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (height: number) =>
    HEIGHT - BOTTOM - ((height - lowest) / (top - lowest || 1)) * (HEIGHT - TOP - BOTTOM);
  const path = (some: readonly ProfilePoint[], of: (point: ProfilePoint) => number) =>
    some
      .map((one, i) => `${i ? "L" : "M"}${x(one.along_m).toFixed(1)} ${y(of(one)).toFixed(1)}`)
      .join("");
  // Over high ground the ceiling lies above the picture: the line is broken there.
  const ceilingPath = points
    .map((one, i) => {
      const isSeen = (at: ProfilePoint | undefined) => at && groundOf(at) + ceiling <= top;
      if (!isSeen(one)) return "";
      const height = y(groundOf(one) + ceiling).toFixed(1);
      return `${isSeen(points[i - 1]) ? "L" : "M"}${x(one.along_m).toFixed(1)} ${height}`;
    })
    .join("");
  const partOf = (part: ProfilePoint["part"]) => points.filter((one) => one.part === part);
  const nearest = points.reduce((least, one) =>
    one.height_m - groundOf(one) < least.height_m - groundOf(least) ? one : least,
  );
  const says = t("flight-route:profile.clearance", {
    metres: formatNumber(nearest.height_m - groundOf(nearest), 1),
    along: formatNumber(nearest.along_m, 0),
  });
  const step = stepOf(top - lowest);
  const marks = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
  const base = HEIGHT - BOTTOM;
  const out = partOf("out");
  const home = partOf("home");
  const flown = partOf("route");
  const up = `M${x(0).toFixed(1)} ${y(0).toFixed(1)}${path(out, (one) => one.height_m).replace("M", "L")}`;
  const down = `${path(home, (one) => one.height_m)}L${x(last.along_m).toFixed(1)} ${y(0).toFixed(1)}`;
  return (
    <figure className={isWide ? `${css.profile} ${css.wide}` : css.profile}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role={isEdited ? "group" : "img"}
        aria-label={`${t("flight-route:profile.title", { name: route.name })} ${says}`}
      >
        {marks.map((mark) => (
          <g key={mark}>
            <path className={css.grid} d={`M${LEFT} ${y(mark)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 4} y={y(mark) + 3.5} textAnchor="end">
              {formatNumber(mark)}
            </text>
          </g>
        ))}
        <text x={2} y={9}>
          {t("flight-route:profile.axis")}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end">
          {formatNumber(last.along_m, 0)} {t("flight-route:profile.along")}
        </text>
        <path className={css.ground} d={`${path(points, groundOf)}V${base}H${x(0).toFixed(1)}Z`} />
        {standing.map(({ from_m, to_m, top_m, base_m, name }, i) => (
          <rect
            key={i}
            className={css.obstacle}
            x={x(from_m)}
            y={y(top_m)}
            width={Math.max(1.5, x(to_m) - x(from_m))}
            height={Math.max(0, y(base_m) - y(top_m))}
          >
            <title>{t("flight:item.obstacle", { number: name })}</title>
          </rect>
        ))}
        {isCeilingNear ? <path className={css.ceiling} d={ceilingPath} /> : null}
        <path className={css.way} d={up} />
        <path className={css.route} d={path(flown, (one) => one.height_m)} />
        <path className={css.way} d={down} />
        <circle className={css.nearest} cx={x(nearest.along_m)} cy={y(nearest.height_m)} r={3.5} />
        {isEdited ? <ProfileHandles route={route} x={x} y={y} /> : null}
      </svg>
      <figcaption>
        <ul className={css.keys}>
          {(["route", "way", "ground"] as const).map((key) => (
            <li key={key}>
              <i className={css[`${key}Key`]} aria-hidden="true" />
              {t(`flight-route:profile.${key}`)}
            </li>
          ))}
          {standing.length > 0 ? (
            <li>
              <i className={css.obstacleKey} aria-hidden="true" />
              {t("flight-route:profile.obstacle", { metres: OBSTACLE_CLEARANCE_M })}
            </li>
          ) : null}
          {isCeilingNear ? (
            <li>
              <i className={css.ceilingKey} aria-hidden="true" />
              {t("flight-route:profile.ceiling", { metres: formatNumber(ceiling, 0) })}
            </li>
          ) : null}
        </ul>
        <small role="status">{says}</small>
        {isEdited ? <small>{t("flight-route:profile.drag")}</small> : null}
        {isKnown ? null : <small>{t("flight-route:profile.unknown")}</small>}
      </figcaption>
    </figure>
  );
}

/** A round number of metres of which about four fit. */
function stepOf(metres: number): number {
  const raw = Math.max(1, metres / MARKS);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? raw;
}
