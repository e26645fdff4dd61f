// A synthetic photovoltaic plant: trackers (or fixed tables) with modules, in blocks between roads.
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { frameAt, levelWriter, numbered, type LevelWriter } from "../draft-writer.ts";
import { tablePlaces } from "./photovoltaic-layout.ts";

export type PhotovoltaicPlantParameters = {
  /** Centre of the plant, longitude and latitude in degrees. */
  readonly origin: LonLat;
  /** Exact number of modules; the last tracker gets the remainder. */
  readonly modules: number;
  /** Tracked: north-south torque tubes. Fixed: east-west tables facing the equator. */
  readonly mounting: "tracked" | "fixed";
  /** Modules side by side across the axis (2 for 2P) and along it (28 for 2x28). */
  readonly modulesAcross?: number;
  readonly modulesAlong?: number;
  /** Metres: long side (across the axis) and short side (along it). */
  readonly moduleLength?: number;
  readonly moduleWidth?: number;
  /** Metres between the axes of two rows. */
  readonly rowPitch?: number;
  /** Degrees from horizontal of fixed tables; a tracker is drawn flat. */
  readonly tilt?: number;
  /** Rows of tables per block and tables in line per row; a block is a tracker group. */
  readonly rowsPerBlock?: number;
  readonly tablesPerRow?: number;
  /** Degrees clockwise from north; by default 0 for tracked, 90 for fixed. */
  readonly axisAzimuth?: number;
  /** Random seed of the plant's outline. */
  readonly seed?: number;
};

export type PhotovoltaicShape = Required<PhotovoltaicPlantParameters> & {
  /** Metres of a full table along and across, seen from above. */
  readonly tableLength: number;
  readonly tableWidth: number;
};

/** Gap for the drive in the middle of a tracker, in metres. */
export const DRIVE_GAP = 0.4;
export const MODULE_GAP = 0.02;

/** The parameters with defaults, and the sizes that follow from them. */
export function photovoltaicShape(parameters: PhotovoltaicPlantParameters): PhotovoltaicShape {
  const tracked = parameters.mounting === "tracked";
  const filled = {
    modulesAcross: 2,
    modulesAlong: 28,
    moduleLength: 2.28,
    moduleWidth: 1.13,
    rowPitch: tracked ? 11 : 8.5,
    tilt: tracked ? 0 : 25,
    rowsPerBlock: 24,
    tablesPerRow: 4,
    axisAzimuth: tracked ? 0 : 90,
    seed: 1,
    ...parameters,
  };
  const seenLength = filled.moduleLength * Math.cos((filled.tilt * Math.PI) / 180);
  return {
    ...filled,
    tableLength: filled.modulesAlong * (filled.moduleWidth + MODULE_GAP) + DRIVE_GAP,
    tableWidth: filled.modulesAcross * (seenLength + MODULE_GAP),
  };
}

/** The plant as a twin draft: groups, trackers and modules with their parents. */
export function generatePhotovoltaicPlant(parameters: PhotovoltaicPlantParameters): TwinDraft {
  const { modules } = parameters;
  if (!Number.isInteger(modules) || modules < 1) throw new RangeError("a plant has modules");
  const shape = photovoltaicShape(parameters);
  const frame = frameAt(shape.origin, shape.axisAzimuth);
  const perTable = shape.modulesAcross * shape.modulesAlong;
  const blocks = tablePlaces(shape, Math.ceil(modules / perTable));
  const tables = blocks.reduce((sum, block) => sum + block.tables.length, 0);
  const groups = levelWriter("tracker_group", blocks.length, frame);
  const trackers = levelWriter("tracker", tables, frame);
  const moduleLevel = levelWriter("module", modules, frame);
  const height = shape.mounting === "tracked" ? 1.8 : 1.4;
  const digits = Math.max(2, String(blocks.length).length);
  let left = modules;
  for (const [b, block] of blocks.entries()) {
    const name = `B${numbered(b + 1, digits)}`;
    const group = groups.add(name, 0xffffffff, { ...block.hull, height });
    for (const [t, { along, across }] of block.tables.entries()) {
      const table = { name: `${name}-T${numbered(t + 1, 3)}`, along, across, height };
      left -= addTable({ trackers, moduleLevel }, shape, table, group, Math.min(left, perTable));
    }
  }
  return {
    technology: "photovoltaic",
    levels: [groups.finish(), trackers.finish(), moduleLevel.finish()],
  };
}

function addTable(
  { trackers, moduleLevel }: { trackers: LevelWriter; moduleLevel: LevelWriter },
  shape: PhotovoltaicShape,
  table: { name: string; along: number; across: number; height: number },
  group: number,
  moduleCount: number,
): number {
  const { height } = table;
  const tracker = trackers.add(table.name, group, {
    along: table.along,
    across: table.across,
    alongSize: shape.tableLength,
    acrossSize: shape.tableWidth,
    height,
  });
  const acrossStep = shape.tableWidth / shape.modulesAcross;
  const alongStep = shape.moduleWidth + MODULE_GAP;
  for (let m = 0; m < moduleCount; m++) {
    const place = m % shape.modulesAlong;
    const row = Math.floor(m / shape.modulesAlong);
    const fromMiddle = (place + 0.5 - shape.modulesAlong / 2) * alongStep;
    moduleLevel.add(`${table.name}-M${numbered(m + 1, 2)}`, tracker, {
      along: table.along + fromMiddle + (Math.sign(fromMiddle) * DRIVE_GAP) / 2,
      across: table.across + (row + 0.5 - shape.modulesAcross / 2) * acrossStep,
      alongSize: shape.moduleWidth,
      acrossSize: acrossStep - MODULE_GAP,
      height,
    });
  }
  return moduleCount;
}
