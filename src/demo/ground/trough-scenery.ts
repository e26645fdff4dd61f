// A field of parabolic troughs from straight above: mirrors with their tube, header pipes, roads, the power block.
import { scaModelOf, type TroughFieldParameters } from "../trough/trough-field.ts";
import { DRIVE_GAP } from "../trough/trough-field.ts";
import { headerMiddles, loopPlaces, powerBlockWidth } from "../trough/trough-layout.ts";
import type { ScaModel } from "../trough/sca-model.ts";
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
  type Colour,
  type Scenery,
  type Shape,
} from "./scenery.ts";
import { graded, road, soilColour, type Soil } from "./soil.ts";

/** Metres of the picture around the field. */
const MARGIN = 70;
/** Metres from the field to the road around it, and its width. */
const ROAD_FROM = 10;
const ROAD_WIDTH = 7;
/** Metres above the ground: the axis of the collectors. */
const AXIS_HEIGHT = 3;

const SKY_IN_MIRROR = rgb(168, 186, 206);
const RIM_OF_MIRROR = rgb(112, 132, 160);
const TUBE = rgb(58, 60, 66);
const PIPE = rgb(198, 200, 202);

/** @throws RangeError where the collectors do not lie from north to south: the scenery is painted along the axes */
export function troughScenery(parameters: TroughFieldParameters, soil: Soil): Scenery {
  if ((parameters.axisAzimuth ?? 0) !== 0) throw new RangeError("troughs lie from north to south");
  const model = scaModelOf(parameters);
  const loops = loopPlaces(parameters, model);
  const hulls = loops.map(({ hull }) =>
    boxAround(hull.across, hull.along, hull.acrossSize, hull.alongSize),
  );
  const field = around(hulls);
  const headers = headerMiddles(parameters, model);
  const shapes: Shape[] = [
    graded(grown(field, ROAD_FROM + ROAD_WIDTH + 6), soil),
    ...roadsOf(field, soil),
    ...headers.flatMap((north) => pipesOf(field, north)),
    ...powerBlock(powerBlockWidth(parameters, model), soil),
  ];
  for (const { scas } of loops) {
    for (const { along, across } of scas) {
      const box = boxAround(across, along, model.apertureWidth, model.length);
      shapes.push(shadowOf(box, AXIS_HEIGHT), collectorOf(box, model));
    }
  }
  return {
    box: grown(field, MARGIN),
    ground: (east, north) => soilColour(soil, east, north),
    shapes,
  };
}

function roadsOf(field: Box, soil: Soil): Shape[] {
  const outer = grown(field, ROAD_FROM + ROAD_WIDTH);
  const { west, south, east, north } = outer;
  const middle = { ...outer, west: -ROAD_WIDTH / 2, east: ROAD_WIDTH / 2 };
  const across = { ...outer, south: -ROAD_WIDTH / 2, north: ROAD_WIDTH / 2 };
  return [
    middle,
    across,
    { ...outer, south: north - ROAD_WIDTH },
    { ...outer, north: south + ROAD_WIDTH },
    { ...outer, east: west + ROAD_WIDTH },
    { ...outer, west: east - ROAD_WIDTH },
  ].map((box) => road(box, soil));
}

/** The cold and the hot header of a corridor. */
function pipesOf({ west, east }: Box, north: number): Shape[] {
  return [-3, 3].flatMap((aside) => {
    const box = { west, east, south: north + aside - 0.5, north: north + aside + 0.5 };
    return [shadowOf(box, 1.2), plain(box, PIPE)];
  });
}

function collectorOf(box: Box, model: ScaModel): Shape {
  const { length, apertureWidth, scePerSca, mirrorsAlong, mirrorsAcross } = model;
  const [middleEast, middleNorth] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const pitch = (length - DRIVE_GAP) / scePerSca;
  const [facetAlong, facetAcross] = [(pitch - 0.3) / mirrorsAlong, apertureWidth / mirrorsAcross];
  const seed = Math.round(middleEast * 11 + middleNorth * 57);
  return {
    box,
    at(east, north, below, sub) {
      const fromMiddle = north - middleNorth;
      const along = Math.abs(fromMiddle) - DRIVE_GAP / 2;
      if (along < 0) return shaded(below, 0.8);
      const across = Math.abs(east - middleEast);
      const element = Math.floor(along / pitch);
      const inElement = along - element * pitch - 0.15;
      if (inElement < 0 || inElement > pitch - 0.3) return shaded(below, 0.8);
      const rim = (across / (apertureWidth / 2)) ** 2;
      const tone = 0.96 + 0.08 * hashed(seed, element, fromMiddle < 0 ? 1 : 0);
      const mirror = shaded(mixed(SKY_IN_MIRROR, RIM_OF_MIRROR, rim), tone);
      const lines = Math.min(
        Math.abs(inElement - Math.round(inElement / facetAlong) * facetAlong),
        Math.abs(across - Math.round(across / facetAcross) * facetAcross),
      );
      const withGaps = mixed(mirror, RIM_OF_MIRROR, lineShare(lines, 0.06, sub));
      // The tube, and its dark image in the mirror around it.
      return mixed(withGaps, TUBE, lineShare(across, 0.35, sub) * 0.75);
    },
  };
}

/** Buildings, tanks and the condenser of the power block, in metres from the middle of the field. */
function powerBlock(width: number, soil: Soil): Shape[] {
  if (width === 0) return [];
  const place = boxAround(0, 0, width - 40, 300);
  const house = (box: Box, height_m: number, colour: Colour) => [
    shadowOf(box, height_m),
    plain(box, colour),
  ];
  const tanks = [-1, 1].flatMap((side) =>
    [-110, -60].flatMap((north) => tank(side * 62, north, 19)),
  );
  const fans = Array.from({ length: 12 }, (_, at) =>
    tank(-55 + (at % 6) * 13, 100 + Math.floor(at / 6) * 13, 5.4, rgb(126, 132, 138)),
  ).flat();
  return [
    graded(place, soil, 26),
    ...house(boxAround(40, 20, 34, 62), 14, rgb(206, 208, 204)),
    ...house(boxAround(-40, 30, 46, 22), 9, rgb(188, 192, 196)),
    ...house(boxAround(-48, -8, 24, 16), 6, rgb(214, 206, 190)),
    ...house(boxAround(-22, 106, 84, 30), 12, rgb(164, 168, 170)),
    ...fans,
    ...tanks,
  ];
}

function tank(east: number, north: number, radius: number, colour = rgb(222, 222, 218)): Shape[] {
  const box = boxAround(east, north, 2 * radius, 2 * radius);
  const isIn = (x: number, y: number, cx: number, cy: number) =>
    (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2;
  const shadow = shadowOf(box, Math.min(12, radius));
  const [cx, cy] = [
    (shadow.box.west + shadow.box.east) / 2,
    (shadow.box.south + shadow.box.north) / 2,
  ];
  return [
    {
      box: shadow.box,
      at: (x, y, below, sub) => (isIn(x, y, cx, cy) ? shadow.at(x, y, below, sub) : below),
    },
    { box, at: (x, y, below) => (isIn(x, y, east, north) ? colour : below) },
  ];
}
