// The solids of components: triangles of a piece of a level, as they stand, for drawing and picking in 3D.
import type { ComponentType } from "../component/component.ts";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import type { Dimensions } from "./dimension.ts";
import type { Ground } from "./ground-surface.ts";
import type { Pose } from "./pose.ts";
import { axisOf, focalOf, placer, sizesOf, type Axis, type Placer } from "./solid-axis.ts";
import { spacedOut, type Span } from "./solid-gap.ts";
import { groundShadow } from "./solid-shadow.ts";
import { allSides, freeSides, slab } from "./solid-slab.ts";
import { dividedBy, parabola, trough, undivided } from "./solid-trough.ts";
import { parts, writer, type Solids, type Writer } from "./solid-writer.ts";

/** Near, and from afar. */
const PIECES_OF_MIRROR = [3, 1] as const;
const SIDES_OF_TUBE = [6, 3] as const;
/** Metres by which modules and mirrors without gaps are longer on each side: less than half a pixel there. */
const CLOSED_M = [0.0125, 0.025] as const;
/** Metres within which a neighbour is beside a module: the gaps of tables are 0.02 m, those for their drives 0.4 m. */
const BESIDE_M = 0.1;
const POST_WIDTH = 0.14;
/** Width of the tube that turns a row (110 to 150 mm in most trackers), and what lies between it and the panels. */
const TORQUE_TUBE_M = 0.13;
const UNDER_PANEL_M = 0.02;
/** A post is drawn while a pixel is smaller than this. */
export const POST_METRES_PER_PIXEL = 0.12;

function tube(
  out: Writer,
  place: Placer,
  { along, focal, sides, radius }: { along: Span; focal: number; sides: number; radius: number },
  row: number,
): void {
  const rings = along.map((a, end) =>
    Array.from({ length: sides }, (_, side) => {
      // One side looks straight up.
      const angle = (2 * Math.PI * (side + 0.5)) / sides + Math.PI / 2;
      const [u, w] = [Math.cos(angle), Math.sin(angle)];
      const at = place.at(a, u * radius, focal + w * radius);
      return out.vertex(at, place.direction(0, u, w), row, parts.tube, [end, 0.5]);
    }),
  );
  for (let side = 0; side < sides; side += 1) {
    const next = (side + 1) % sides;
    out.quad(rings[0]![side]!, rings[0]![next]!, rings[1]![next]!, rings[1]![side]!);
  }
}

/** A box by its eight corners: four below, four above, each in the same order around. */
function walls(out: Writer, low: readonly number[], high: readonly number[]): void {
  for (let side = 0; side < 4; side += 1) {
    const next = (side + 1) % 4;
    out.quad(low[side]!, low[next]!, high[next]!, high[side]!);
  }
}

const around = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * Posts from the ground, and the torque tube on them that turns with what it carries. Nothing of them reaches through
 * the panels, at any tilt up to 80 degrees.
 * @param thickness metres of the panels
 */
function posts(out: Writer, axis: Axis, length: number, distance: number, thickness: number): void {
  const ground = placer({ ...axis, height: 0, tilt: 0 });
  const count = Math.max(2, Math.round(length / distance) + 1);
  const half = POST_WIDTH / 2;
  // A post is under the panels with all of its corners.
  const cosine = Math.max(0.17, Math.abs(Math.cos(axis.tilt)));
  const slope = Math.min(5.7, Math.abs(Math.tan(axis.tilt)));
  const below = (thickness / 2 + UNDER_PANEL_M) / cosine + half * slope;
  const top = axis.height - Math.min(below, axis.height / 3);
  for (let i = 0; i < count; i += 1) {
    const middle = -length / 2 + half + ((length - POST_WIDTH) * i) / (count - 1);
    const [low, high] = [0, top].map((above) =>
      around.map(([a, b]) =>
        out.vertex(
          ground.at(middle + a * half, b * half, above),
          ground.direction(a, b, 0),
          NO_ROW,
          parts.steel,
        ),
      ),
    );
    walls(out, low!, high!);
  }
  const turned = placer(axis);
  const upper = -thickness / 2 - UNDER_PANEL_M;
  const [one, other] = [-length / 2, length / 2].map((along) =>
    around.map(([b, c]) => {
      const above = upper + ((c - 1) / 2) * TORQUE_TUBE_M;
      const direction = turned.direction(0, b, c);
      return out.vertex(
        turned.at(along, (b * TORQUE_TUBE_M) / 2, above),
        direction,
        NO_ROW,
        parts.steel,
        // The shader leaves it out from afar.
        [0, 0],
      );
    }),
  );
  walls(out, one!, other!);
}

export type SolidRequest = {
  readonly geometry: Geometry;
  /** The level above, on whose axis the components lie; undefined at the top. */
  readonly above: Geometry | undefined;
  readonly pose: Pose;
  /** Flat by default. */
  readonly ground?: Ground;
  /** The usual ones by default. */
  readonly dimensions?: Dimensions;
  /** From the first row, before the last. */
  readonly rows: readonly [from: number, to: number];
  /** Seen from afar: faces without thickness, fewer facets. */
  readonly isCoarse?: boolean;
  /** The gaps between modules and between facets; by default where it is not coarse. */
  readonly hasGaps?: boolean;
  /**
   * `glass`: the components have no colour of a value. `posts`: only what carries them. `shadow`: only their soft shadow
   * on the ground, see `solid-shadow.ts`.
   */
  readonly as?: "glass" | "posts" | "shadow";
};

const isModuleTable = (type: ComponentType) => type === "tracker" || type === "module";

/** Rows of a block: the smallest part of a piece that can be drawn alone. */
export const BLOCK_ROWS = 64;

/** The solids of the existing rows of a piece of a level. */
export function solidsOf(request: SolidRequest): Solids {
  const { geometry, above, rows, as, isCoarse = false, hasGaps = !isCoarse } = request;
  const out = writer();
  const sizes = sizesOf(request);
  for (let row = rows[0]; row < rows[1]; row += 1) {
    if ((row - rows[0]) % BLOCK_ROWS === 0) out.block();
    const length = geometry.length[row]!;
    if (length === 0) continue;
    out.begin(centresOf(geometry, above, row));
    // A mirror is thinner than what it is drawn with.
    const thickness = isModuleTable(geometry.type) ? sizes.panel_thickness_mm / 1000 : 0;
    if (as === "posts")
      posts(out, axisOf(request, row, 0), length, sizes.pylon_distance_m, thickness);
    else if (as === "shadow") {
      const size = { length, width: geometry.width[row]! };
      groundShadow(out, axisOf(request, row, 0), size, request.ground === undefined);
    } else solid(out, { ...request, row, isGlass: as === "glass", isCoarse, hasGaps });
  }
  return out.done();
}

/** x, y of a component's centre, then of its parent's; its own without a parent. Plane metres. */
export function centresOf(geometry: Geometry, above: Geometry | undefined, row: number): number[] {
  const own = [geometry.centreX[row]!, geometry.centreY[row]!];
  const parent = parentOf(geometry, above, row);
  return [...own, ...(parent < 0 ? own : [above!.centreX[parent]!, above!.centreY[parent]!])];
}

/** The row of a component's parent in the level above; -1 where it has none that exists. */
export function parentOf(geometry: Geometry, above: Geometry | undefined, row: number): number {
  const parent = geometry.parent[row]!;
  return above !== undefined && parent !== NO_ROW && (above.length[parent] ?? 0) > 0 ? parent : -1;
}

type Row = Pick<SolidRequest, "geometry" | "above" | "pose" | "ground" | "dimensions"> & {
  row: number;
  isGlass: boolean;
  isCoarse: boolean;
  hasGaps: boolean;
};

function solid(out: Writer, part: Row): void {
  const { geometry, above, row, isGlass, isCoarse, hasGaps } = part;
  const far = isCoarse ? 1 : 0;
  const sides = SIDES_OF_TUBE[far];
  const sizes = sizesOf(part);
  const [radius, thickness] = [sizes.tube_diameter_mm / 2000, sizes.panel_thickness_mm / 1000];
  const { type } = geometry;
  const parent = geometry.parent[row]!;
  const [length, width] = [geometry.length[row]!, geometry.width[row]!];
  const onAxis = above && parent !== NO_ROW && (above.length[parent] ?? 0) > 0 && isHeld(type);
  if (!onAxis) {
    const axis = axisOf(part, row, 0);
    const own = { along: [-length / 2, length / 2], across: [-width / 2, width / 2] } as const;
    const { along: span, across: side } =
      type === "sce" ? spacedOut(geometry, row, axis.rotation, own, sizes.sce_gap_m) : own;
    if (type === "sca" || type === "sce") {
      const shape = { along: span, across: side, focal: focalOf(part, width) };
      const divided = !hasGaps || type === "sca" ? undivided : dividedBy(sizes);
      trough(out, placer(axis), { ...shape, divided, isCoarse }, row, isGlass);
    } else if (type === "absorber_tube")
      tube(out, placer(axis), { along: span, focal: 0, sides, radius }, row);
    else
      slab(
        out,
        placer(type === "loop" || type === "tracker_group" ? flat(axis) : axis),
        { along: span, across: side, isCoarse, thickness },
        row,
      );
    return;
  }
  const rotation = above.rotation[parent]!;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const [dx, dy] = [
    geometry.centreX[row]! - above.centreX[parent]!,
    geometry.centreY[row]! - above.centreY[parent]!,
  ];
  const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
  // A module lies along its table or across it.
  const isAlong = Math.abs(Math.cos(geometry.rotation[row]! - rotation)) > Math.SQRT1_2;
  // Gaps that the twin has itself would be dots from afar, too.
  const more = hasGaps || type === "absorber_tube" ? 0 : CLOSED_M[far];
  const [reachAlong, reachAcross] = (isAlong ? [length, width] : [width, length]).map(
    (size) => size / 2 + more,
  ) as [number, number];
  const own = {
    along: [along - reachAlong, along + reachAlong],
    across: [across - reachAcross, across + reachAcross],
  } as const;
  const gap = type === "mirror" ? sizes.facet_gap_mm : type === "module" ? sizes.module_gap_mm : 0;
  const { along: span, across: side } = hasGaps
    ? spacedOut(geometry, row, rotation, own, gap / 1000)
    : own;
  const place = placer(axisOf({ ...part, geometry: above }, parent, across));
  const focal = focalOf(part, above.width[parent]!);
  if (type === "absorber_tube") tube(out, place, { along: span, focal, sides, radius }, row);
  else if (type === "mirror") {
    const shape = { along: span, across: side, focal, count: PIECES_OF_MIRROR[far] };
    parabola(out, place, shape, row, isGlass ? parts.glass : parts.face);
  } else {
    // A side under the face of a neighbour would be dots on it: depth is that of the middle of a pixel.
    const hasSide =
      hasGaps || isCoarse
        ? allSides
        : freeSides(own, spacedOut(geometry, row, rotation, own, BESIDE_M));
    slab(out, place, { along: span, across: side, isCoarse, hasSide, thickness }, row);
  }
}

const isHeld = (type: ComponentType) =>
  type === "absorber_tube" || type === "mirror" || type === "module";

/** Loops and groups stand for what is too small to be seen: flat, near the ground. */
const flat = (axis: Axis): Axis => ({ ...axis, height: 0.4, tilt: 0 });
