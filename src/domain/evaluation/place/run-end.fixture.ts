// Thermal rasters of trackers with a gap at their drive, and twins of them. Shares no code with what is tested.
import type { Geometry } from "../../component/component-index.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";

const [LONG, SHORT, BETWEEN] = [2.2, 1.05, 0.02] as const;
/** Modules of a tracker, and metres between trackers. */
const [MODULES, APART] = [20, 5.5] as const;
const STEP = SHORT + BETWEEN;

export type DriveOptions = {
  readonly trackers?: number;
  /** Metres of the gap at the drive. */
  readonly drive_m?: number;
  /** °C. */
  readonly module?: number;
  readonly ground?: number;
  /** °C of the ground between both halves of a tracker, and of that beyond its ends; absent: as the ground. */
  readonly inGap?: number;
  readonly beyond?: number;
  /** °C of a tube along the row, seen in the gap; and of the drive on it. */
  readonly tube?: number;
  readonly motor?: number;
  /** Modules of each tracker that are missing. */
  readonly missing?: readonly number[];
  readonly pixel_m?: number;
};

/** Where the module lies along its tracker that has its gap before `drive`. */
const alongOf = (at: number, drive: number, drive_m: number) =>
  at * STEP + (at >= drive ? drive_m : 0) + SHORT / 2;

export function driveScene(options: DriveOptions = {}): {
  readonly raster: SurveyRaster;
  readonly toPixel: ToPixel;
  /** The twin whose trackers have their gap before this module; `onlyTracker`: the others before the tenth. */
  twin(drive: number, onlyTrackers?: number): Geometry;
} {
  const { trackers = 8, drive_m = 0.5, module = 45, ground = 28, pixel_m = 0.05 } = options;
  const { inGap = ground, beyond = ground, tube, motor, missing = [] } = options;
  const half = MODULES / 2;
  const end = MODULES * STEP + drive_m;
  const [halfX, deep] = [4, trackers * APART] as const;
  const [width, height] = [(end + 2 * halfX) / pixel_m, (deep + 2) / pixel_m].map(Math.ceil) as [
    number,
    number,
  ];
  const seen = (x: number, y: number): number => {
    const tracker = Math.round(y / APART - 0.5);
    const across = y - (tracker + 0.5) * APART;
    if (Math.abs(across) > LONG / 2 || tracker < 0 || tracker >= trackers) return ground;
    if (x < 0 || x > end) return beyond;
    const isSecond = x > half * STEP + drive_m;
    if (!isSecond && x > half * STEP) {
      if (motor !== undefined && Math.abs(across) < 0.3) return motor;
      return tube !== undefined && Math.abs(across) < 0.1 ? tube : inGap;
    }
    const own = isSecond ? x - drive_m : x;
    const at = Math.floor(own / STEP);
    return own - at * STEP > SHORT || missing.includes(at) ? ground : module;
  };
  const values = new Float32Array(width * height);
  let state = 7;
  for (let at = 0; at < values.length; at++) {
    let sum = 0;
    for (const part of [0, 1, 2, 3]) {
      const x = ((at % width) + 0.25 + (part % 2) / 2) * pixel_m - halfX;
      const y = (Math.floor(at / width) + 0.25 + Math.floor(part / 2) / 2) * pixel_m - 1;
      sum += seen(x, y) / 4;
    }
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[at] = sum + (state / 2 ** 32 - 0.5) / 2;
  }
  const count = trackers * MODULES;
  const every = (value: number) => new Float32Array(count).fill(value);
  const trackerOf = (row: number) => Math.floor(row / MODULES);
  return {
    raster: {
      width,
      height,
      read({ column, row, width: columns, height: lines }) {
        const part = new Float32Array(columns * lines);
        for (let line = 0; line < lines; line++) {
          const from = (row + line) * width + column;
          part.set(values.subarray(from, from + columns), line * columns);
        }
        return Promise.resolve(part);
      },
    },
    toPixel: (x, y) => [(x + halfX) / pixel_m, (y + 1) / pixel_m],
    twin: (drive, onlyTrackers = trackers) => ({
      type: "module",
      count,
      parent: Uint32Array.from({ length: count }, (_, row) => trackerOf(row)),
      centreX: Float32Array.from({ length: count }, (_, row) =>
        alongOf(row % MODULES, trackerOf(row) < onlyTrackers ? drive : half, drive_m),
      ),
      centreY: Float32Array.from({ length: count }, (_, row) => (trackerOf(row) + 0.5) * APART),
      length: every(LONG),
      width: every(SHORT),
      rotation: every(Math.PI / 2),
      height: every(0),
      polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
      blockBounds: new Float32Array(4),
    }),
  };
}
