// Single visible images: each is judged by itself, because the light differs between them, and most of them decide.
import { MISSING_U8, valueAt } from "../../column/column.ts";
import type { Geometry } from "../../component/component-index.ts";
import type { Plane } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { statedPlace } from "../place/flight-place.ts";
import { angleAt, MOST_ANGLE_DEG, partOf, rowsInSight } from "../place/image-view.ts";
import type { FindingColumns } from "../module/module-finding.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { movedBy } from "../place/pose.ts";
import type { Registered } from "../registration.ts";
import { medianOf } from "../../median.ts";
import { surveyVisible, type VisibleComponent, type VisibleRaster } from "./visible-survey.ts";

const DEGREE = Math.PI / 180;

export type VisibleImage = {
  readonly raster: VisibleRaster;
  /** The same as one band, in which the rows are looked for. */
  readonly bright: SurveyRaster;
  readonly camera: ImageCamera;
  readonly plane: Plane;
  /** Number of the place of the camera. */
  readonly place?: number;
};

/** What the image shows of these components: their rows, and the patterns by their place among them. */
export async function seenInImage(
  image: VisibleImage,
  geometry: Geometry,
  placed: Pick<Registered, "pose" | "middle"> | null,
  settings: EvaluationSettings,
): Promise<{
  readonly rows: readonly number[];
  readonly part: Geometry;
  readonly seen: ReadonlyMap<number, VisibleComponent>;
  readonly pixels: number;
}> {
  const rows = seenRows(image, geometry);
  const part = partOf(geometry, rows);
  const stated = statedPlace(image.camera, image.plane, part);
  // All of the movement: a compass a degree beside moves the corners of an image by half a metre.
  const moved = placed && movedBy(placed.pose, placed.middle);
  const toPixel: ToPixel = moved ? (x, y) => stated(...moved(x, y)) : stated;
  const { seen, pixels } = await surveyVisible(
    image.raster,
    part,
    toPixel,
    settings,
    new Map(),
    true,
  );
  return { rows, part, seen, pixels };
}

type Seen = Pick<VisibleImage, "camera" | "plane">;

/** Rows around the ground of the image that are not seen too flat. */
export function seenRows({ camera, plane }: Seen, geometry: Geometry): number[] {
  const most = MOST_ANGLE_DEG * DEGREE;
  const { centreX, centreY, height } = geometry;
  return rowsInSight(camera, geometry, plane).filter(
    (row) => angleAt(camera, plane, centreX[row]!, centreY[row]!, height[row]!) <= most,
  );
}

export type VisibleVotes = {
  /**
   * @param rows of the plant, in the order of the columns
   * @param place number of the place of the camera: of several images from there the first one has a vote
   */
  add(rows: readonly number[], columns: FindingColumns, place?: number): void;
  has(row: number): boolean;
  /** Empty without a look. */
  columns(): FindingColumns;
};

/** Collects what images say: of classes the most frequent counts, of equally frequent ones the lower; of values the median. */
export function visibleVotes(count: number): VisibleVotes {
  const looks = new Map<
    string,
    { readonly isClass: boolean; readonly byRow: Map<number, number[]> }
  >();
  const rowsSeen = new Set<number>();
  const fromPlace = new Map<number, Set<number>>();
  return {
    has: (row) => rowsSeen.has(row),
    add(rows, columns, place) {
      const before = (place === undefined ? undefined : fromPlace.get(place)) ?? new Set<number>();
      const voted = new Set(before);
      for (const [key, values] of Object.entries(columns)) {
        const isClass = values instanceof Uint8Array;
        const known = looks.get(key) ?? { isClass, byRow: new Map<number, number[]>() };
        looks.set(key, known);
        for (const [at, row] of rows.entries()) {
          const value = valueAt(values, at);
          if (Number.isNaN(value) || before.has(row)) continue;
          rowsSeen.add(row);
          voted.add(row);
          const several = known.byRow.get(row);
          if (several) several.push(value);
          else known.byRow.set(row, [value]);
        }
      }
      if (place !== undefined) fromPlace.set(place, voted);
    },
    columns() {
      const columns: FindingColumns = {};
      for (const [key, { isClass, byRow }] of looks) {
        if (byRow.size === 0) continue;
        const values = isClass
          ? new Uint8Array(count).fill(MISSING_U8)
          : new Float32Array(count).fill(NaN);
        for (const [row, several] of byRow)
          values[row] = isClass ? mostFrequent(several) : medianOf(several);
        columns[key] = values;
      }
      return columns;
    },
  };
}

/** Columns of rasters, with what images say of the components that no raster shows. */
export function filledIn(
  rasters: FindingColumns,
  images: FindingColumns,
  isInRaster: (row: number) => boolean,
): FindingColumns {
  const all: FindingColumns = { ...rasters };
  for (const [key, own] of Object.entries(images)) {
    const known = rasters[key];
    const none = own instanceof Uint8Array ? MISSING_U8 : NaN;
    all[key] = own.map((value, row) => (isInRaster(row) ? (known?.[row] ?? none) : value));
  }
  return all;
}

function mostFrequent(all: readonly number[]): number {
  const count = (value: number) => all.filter((one) => one === value).length;
  return all.toSorted((a, b) => count(b) - count(a) || a - b)[0]!;
}
