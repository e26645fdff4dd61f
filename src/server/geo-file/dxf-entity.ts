// The lines, areas and points of a drawing, with those of its inserted blocks where they stand.

type Point = { readonly x: number; readonly y: number };
export type DxfEntity = {
  readonly type: string;
  readonly layer?: string;
  readonly vertices?: readonly Point[];
  readonly points?: readonly Point[];
  readonly position?: Point;
  readonly startPoint?: Point;
  readonly center?: Point;
  readonly shape?: boolean;
  readonly text?: string;
  readonly name?: string;
  readonly xScale?: number;
  readonly yScale?: number;
  /** Degrees, counter-clockwise. */
  readonly rotation?: number;
};
type Block = { readonly entities?: readonly DxfEntity[]; readonly position?: Point };

export type Polyline = {
  /** x, y pairs. */
  readonly xy: readonly number[];
  readonly isArea: boolean;
  readonly layer: string;
  /** Name of the block that it was inserted with; "" without one. */
  readonly block: string;
  readonly attributes: Readonly<Record<string, string>>;
};
export type DxfText = { readonly x: number; readonly y: number; readonly text: string };

type Place = (point: Point) => Point;
const MAX_DEPTH = 8;

function placeOf(insert: DxfEntity, base: Point, around: Place): Place {
  const { position = { x: 0, y: 0 }, xScale = 1, yScale = 1, rotation = 0 } = insert;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ({ x, y }) => {
    const [across, up] = [(x - base.x) * xScale, (y - base.y) * yScale];
    return around({
      x: position.x + across * cos - up * sin,
      y: position.y + across * sin + up * cos,
    });
  };
}

const isPoint = (value: Point | undefined): value is Point =>
  value !== undefined && Number.isFinite(value.x) && Number.isFinite(value.y);

/** The corners of an entity and whether they enclose an area; null for what has no outline. */
function cornersOf(entity: DxfEntity): { points: readonly Point[]; isArea: boolean } | null {
  const { type, vertices = [], points = [], position, shape } = entity;
  if (type === "LWPOLYLINE" || type === "POLYLINE") {
    const [first, last] = [vertices[0], vertices.at(-1)];
    const isClosed = vertices.length > 3 && first?.x === last?.x && first?.y === last?.y;
    return { points: vertices, isArea: vertices.length > 2 && (shape === true || isClosed) };
  }
  if (type === "LINE") return { points: vertices, isArea: false };
  if (type === "POINT") return position ? { points: [position], isArea: false } : null;
  if (type === "3DFACE") return { points: vertices, isArea: vertices.length > 2 };
  if (type === "SOLID" && points.length > 2) {
    // Its third and fourth corner are stored crosswise.
    const [a, b, c, d] = points;
    return { points: [a!, b!, ...(d ? [d] : []), c!], isArea: true };
  }
  return null;
}

/** @param most entities with those of inserted blocks; the rest is left out */
export function insertedPolylines(
  entities: readonly DxfEntity[],
  blocks: Readonly<Record<string, Block>>,
  most: number,
): { readonly polylines: readonly Polyline[]; readonly texts: readonly DxfText[] } {
  const polylines: Polyline[] = [];
  const texts: DxfText[] = [];
  let left = most;
  const take = (
    list: readonly DxfEntity[],
    place: Place,
    layer: string,
    block: string,
    depth: number,
  ) => {
    for (const entity of list) {
      if (left === 0) return;
      left -= 1;
      // What lies on layer 0 of a block is on the layer of its insertion.
      const own = entity.layer ?? "0";
      const on = own === "0" && layer !== "" ? layer : own;
      if (entity.type === "INSERT" && depth < MAX_DEPTH) {
        const found = blocks[entity.name ?? ""];
        const base = found?.position ?? { x: 0, y: 0 };
        take(found?.entities ?? [], placeOf(entity, base, place), on, entity.name ?? "", depth + 1);
        continue;
      }
      if (entity.type === "TEXT" || entity.type === "MTEXT") {
        const at = entity.startPoint ?? entity.position;
        const text = plainText(entity.text ?? "");
        if (isPoint(at) && text !== "") texts.push({ ...place(at), text });
        continue;
      }
      const corners = cornersOf(entity);
      if (corners === null || !corners.points.every(isPoint) || corners.points.length === 0)
        continue;
      const xy = corners.points.map(place).flatMap(({ x, y }) => [x, y]);
      // The mark that an area is closed stands for its last side.
      if (corners.isArea) xy.push(xy[0]!, xy[1]!);
      polylines.push({ xy, isArea: corners.isArea, layer: on, block, attributes: {} });
    }
  };
  take(entities, (point) => point, "", "", 0);
  return { polylines, texts };
}

/** The text without the codes of its formats. */
const plainText = (text: string) =>
  text
    .replace(/\\P/g, " ")
    .replace(/\\[A-Za-z][^;\\]*;|[{}]|%%[uo]/g, "")
    .trim()
    .slice(0, 200);
