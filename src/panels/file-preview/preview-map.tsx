// The shapes of the files as a small map, north up, with the plant's position where it is near.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./file-preview.module.css";

const WIDTH = 320;
const HEIGHT = 180;
const MARGIN = 12;
/** The position of the plant is drawn if the map shows it at most so many times larger. */
const MOST_SCALE = 3;

type Place = readonly [lon: number, lat: number];
type Shapes = { readonly features: readonly { readonly geometry: GeoJSON.Geometry }[] };

export function PreviewMap({
  preview,
  plant_id,
}: {
  preview: FilePreview;
  plant_id: number | null;
}) {
  const plant = valueOf(useAtomValue(plantAtom));
  const { bounds, shapes, shown_count } = preview;
  const position: Place | null = plant && plant.id === plant_id ? [plant.lon, plant.lat] : null;
  const drawn = useMemo(() => JSON.parse(shapes) as Shapes, [shapes]);
  if (!bounds || shown_count === 0) return null;
  const view = viewOf(bounds, position);
  const { xy, isPlantShown, metres } = view;
  const all = preview.outline_count + preview.line_count + preview.point_count;
  const paths = pathsOf(drawn, xy);
  return (
    <figure className={css.map}>
      <svg
        className={css.canvas}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t("file-preview:map", { n: formatNumber(all) })}
      >
        {(["areas", "lines", "points"] as const).map((kind) =>
          paths[kind] === "" ? null : <path key={kind} className={css[kind]} d={paths[kind]} />,
        )}
        {position && isPlantShown ? (
          <g className={css.plant} transform={`translate(${xy(position).join(" ")})`}>
            <path d="M-6 0H6M0 -6V6" />
            <circle r={3.5} />
          </g>
        ) : null}
      </svg>
      <figcaption>
        {t("file-preview:extent", {
          width: formatNumber(metres.width, 0),
          height: formatNumber(metres.height, 0),
        })}
        {position && isPlantShown ? ` · ${t("file-preview:plant_mark")}` : null}
        {shown_count < all ? ` · ${t("file-preview:some_drawn")}` : null}
      </figcaption>
    </figure>
  );
}

/** All shapes of a kind as one path: a browser lays out three elements sooner than thousands. */
function pathsOf({ features }: Shapes, xy: (place: Place) => readonly [number, number]) {
  const paths = { areas: "", lines: "", points: "" };
  const line = (places: readonly GeoJSON.Position[]) =>
    `M${places.map(([lon = 0, lat = 0]) => xy([lon, lat]).join(" ")).join("L")}`;
  for (const { geometry } of features) {
    // A line without length has the round ends of its stroke, which are a dot.
    if (geometry.type === "Point") paths.points += `${line([geometry.coordinates])}h0`;
    else if (geometry.type === "LineString") paths.lines += line(geometry.coordinates);
    else if (geometry.type === "Polygon")
      paths.areas += `${geometry.coordinates.map((ring) => line(turned(ring))).join("")}Z`;
  }
  return paths;
}

/** The ring counter-clockwise, so that areas which overlap do not make a hole. */
function turned(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  let twice = 0;
  for (const [at, [bx = 0, by = 0]] of ring.entries()) {
    const [ax = 0, ay = 0] = ring.at(at - 1) ?? [];
    twice += (bx - ax) * (by + ay);
  }
  return twice > 0 ? ring.toReversed() : ring;
}

/** How degrees become pixels. Degrees of longitude are as long as at the middle of the shapes. */
function viewOf(bounds: readonly [number, number, number, number], position: Place | null) {
  const [west, south, east, north] = bounds;
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const sizeOf = (box: typeof bounds) => ({
    width: (box[2] - box[0]) * squeeze,
    height: box[3] - box[1],
  });
  const own = sizeOf(bounds);
  const around: typeof bounds = position
    ? [
        Math.min(west, position[0]),
        Math.min(south, position[1]),
        Math.max(east, position[0]),
        Math.max(north, position[1]),
      ]
    : bounds;
  const whole = sizeOf(around);
  const span = (size: { width: number; height: number }) => Math.max(size.width, size.height);
  const isPlantShown = position !== null && span(whole) <= MOST_SCALE * span(own);
  const box = isPlantShown ? around : bounds;
  const size = isPlantShown ? whole : own;
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(size.width, 1e-7),
    (HEIGHT - 2 * MARGIN) / Math.max(size.height, 1e-7),
  );
  const left = (WIDTH - size.width * scale) / 2;
  const top = (HEIGHT - size.height * scale) / 2;
  const round = (value: number) => Math.round(value * 10) / 10;
  const xy = ([lon, lat]: Place): [number, number] => [
    round(left + (lon - box[0]) * squeeze * scale),
    round(top + (box[3] - lat) * scale),
  ];
  const middle = (south + north) / 2;
  const metres = {
    width: placesApart([west, middle], [east, middle]),
    height: placesApart([west, south], [west, north]),
  };
  return { xy, isPlantShown, metres };
}
