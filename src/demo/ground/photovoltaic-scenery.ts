// A photovoltaic plant from straight above: blocks between gravel roads, tables with modules and their shadows.
import { DRIVE_GAP, MODULE_GAP, photovoltaicShape } from "../photovoltaic/photovoltaic-plant.ts";
import type {
  PhotovoltaicPlantParameters,
  PhotovoltaicShape,
} from "../photovoltaic/photovoltaic-plant.ts";
import { tablePlaces, type Block } from "../photovoltaic/photovoltaic-layout.ts";
import { hashed } from "../random.ts";
import {
  around,
  boxAround,
  grown,
  lineShare,
  mixed,
  plain,
  rgb,
  shaded,
  shadowOf,
  type Box,
  type Scenery,
  type Shape,
} from "./scenery.ts";
import { graded, road, soilColour, type Soil } from "./soil.ts";

/** Metres of the picture around the plant. */
const MARGIN = 60;
/** Metres from a block to the road around it, and its width. */
const ROAD_FROM = 2;
const ROAD_WIDTH = 4;
/** Metres above the ground: the tables of the twin. */
const TABLE_HEIGHT = 1.8;

const CELLS = rgb(34, 44, 72);
const FRAME = rgb(150, 156, 164);
const UNDER_TABLE = rgb(78, 72, 64);
const STATION = rgb(214, 216, 214);

/** @throws RangeError where the tables do not lie from north to south: the scenery is painted along the axes */
export function photovoltaicScenery(parameters: PhotovoltaicPlantParameters, soil: Soil): Scenery {
  const shape = photovoltaicShape(parameters);
  if (shape.axisAzimuth !== 0) throw new RangeError("tables lie from north to south");
  const perTable = shape.modulesAcross * shape.modulesAlong;
  const blocks = tablePlaces(shape, Math.ceil(shape.modules / perTable));
  const hulls = blocks.map(hullOf);
  const modulesOf = tableFilling(shape, blocks);
  const shapes: Shape[] = [
    ...hulls.map((hull) => graded(grown(hull, 2 * ROAD_FROM + ROAD_WIDTH), soil)),
    ...hulls.flatMap((hull) => roadsAround(hull, soil)),
    ...hulls.flatMap(stationOf),
  ];
  for (const block of blocks) {
    for (const place of block.tables) {
      const along = shape.tableLength;
      const box = boxAround(place.across, place.along, shape.tableWidth, along);
      shapes.push(shadowOf(box, TABLE_HEIGHT), tableOf(box, shape, modulesOf(place)));
    }
  }
  return {
    box: grown(around(hulls), MARGIN),
    ground: (east, north) => soilColour(soil, east, north),
    shapes,
  };
}

function hullOf({ hull }: Block): Box {
  return boxAround(hull.across, hull.along, hull.acrossSize, hull.alongSize);
}

/** Modules of a table: the last one of the plant has the rest. */
function tableFilling(shape: PhotovoltaicShape, blocks: readonly Block[]) {
  const perTable = shape.modulesAcross * shape.modulesAlong;
  const last = blocks.at(-1)?.tables.at(-1);
  const all = blocks.reduce((sum, block) => sum + block.tables.length, 0);
  const rest = shape.modules - (all - 1) * perTable;
  return (place: Block["tables"][number]) => (place === last ? rest : perTable);
}

function roadsAround(hull: Box, soil: Soil): Shape[] {
  const outer = grown(hull, ROAD_FROM + ROAD_WIDTH);
  const { west, south, east, north } = outer;
  return [
    { ...outer, south: north - ROAD_WIDTH },
    { ...outer, north: south + ROAD_WIDTH },
    { ...outer, east: west + ROAD_WIDTH },
    { ...outer, west: east - ROAD_WIDTH },
  ].map((box) => road(box, soil));
}

/** The container of a block's inverters, beside the road in its south-eastern corner. */
function stationOf({ south, east }: Box): Shape[] {
  const box = boxAround(east + ROAD_FROM + ROAD_WIDTH - 1.5, south - ROAD_FROM - 1.5, 2.4, 6);
  return [shadowOf(box, 2.9), plain(box, STATION)];
}

function tableOf(box: Box, shape: PhotovoltaicShape, modules: number): Shape {
  const { tableWidth, modulesAcross, modulesAlong, moduleWidth } = shape;
  const [middleEast, middleNorth] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const acrossStep = tableWidth / modulesAcross;
  const alongStep = moduleWidth + MODULE_GAP;
  const seed = Math.round(middleEast * 7 + middleNorth * 131);
  return {
    box,
    at(east, north, below, sub) {
      const fromMiddle = north - middleNorth;
      const along = Math.abs(fromMiddle) - DRIVE_GAP / 2;
      if (along < 0) return UNDER_TABLE;
      const across = (east - box.west) / acrossStep;
      const line = Math.min(modulesAcross - 1, Math.floor(across));
      const half = Math.min(modulesAlong / 2 - 1, Math.floor(along / alongStep));
      const place = modulesAlong / 2 + (fromMiddle < 0 ? -1 - half : half);
      const module = line * modulesAlong + place;
      if (module >= modules) return below;
      const tone = 0.92 + 0.16 * hashed(seed, module);
      const edges = [
        (across - line) * acrossStep,
        (1 - (across - line)) * acrossStep,
        along - half * alongStep,
        (half + 1) * alongStep - along,
      ];
      const frame = lineShare(Math.min(...edges), 0.1, sub);
      return mixed(shaded(CELLS, tone), FRAME, frame * 0.8);
    },
  };
}
