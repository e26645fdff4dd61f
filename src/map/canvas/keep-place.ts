// Panels take room from the map. What the map shows stays where it is on the screen, as a table stays under a book.
import type { Map as MapLibreMap } from "maplibre-gl";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { linkedTo } from "./linked-maps.ts";

/** The map's box in pixels of the window, and what else decides why it was resized. */
type Room = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly window: string;
  readonly linked: number;
};

export type Resize =
  /** A panel opened, closed or got wider. */
  | "panel"
  /** The window got another size, or a second map takes half of the room. */
  | "layout";

const rooms = new WeakMap<MapLibreMap, Room>();
const kinds = new WeakMap<MapLibreMap, Resize>();
/** Maps whose page was used since they were last moved to what was asked for. */
const usedMaps = new WeakSet<MapLibreMap>();

/** Why the map was last resized. */
export function lastResize(map: MapLibreMap): Resize {
  return kinds.get(map) ?? "layout";
}

/** Whether the user has clicked or pressed a key since the map was moved to what was asked for. */
export function isUsed(map: MapLibreMap): boolean {
  return usedMaps.has(map);
}

/**
 * Says that the map is moved to what was asked for: a link, a saved view, a component of a list. The panels that come
 * with it are part of it, so the middle of the map stays until the page is used again.
 */
export function notePlaced(map: MapLibreMap): void {
  usedMaps.delete(map);
}

const userActs = ["pointerdown", "keydown"] as const;

/**
 * Keeps every place at its pixels of the window while panels resize the map. MapLibre keeps the middle instead, which
 * would move the plant by half of the panel's width under the pointer.
 *
 * Call it before other listeners of `resize`. A move in progress aims at the new middle by itself.
 *
 * @param selected the place that must not get hidden, read at each resize; null for none
 * @param reveal called with this place where it was in view and is not any more
 */
export function keepPlace(
  map: MapLibreMap,
  selected: () => LonLat | null,
  reveal: (place: LonLat) => void,
): void {
  const note = () => {
    const room = roomOf(map);
    // A panel as wide as the window hides the map. What counts is the room before that.
    if (room.width > 0 && room.height > 0) rooms.set(map, room);
    return room;
  };
  note();
  const used = () => void usedMaps.add(map);
  for (const act of userActs) addEventListener(act, used, { capture: true });
  map.on("remove", () => {
    for (const act of userActs) removeEventListener(act, used, { capture: true });
  });
  map.on("resize", () => {
    const before = rooms.get(map);
    const room = note();
    if (!before || room.width === 0 || room.height === 0) return;
    const isPanel = before.window === room.window && before.linked === room.linked;
    kinds.set(map, isPanel ? "panel" : "layout");
    // Linked maps show the same place in their middles, which are not the same place of the window.
    if (!isPanel || room.linked > 0 || map.isMoving() || !isUsed(map)) return;
    const place = selected();
    const x = room.left + room.width / 2 - (before.left + before.width / 2);
    const y = room.top + room.height / 2 - (before.top + before.height / 2);
    if (x !== 0 || y !== 0) map.panBy([x, y], { duration: 0 });
    if (!place) return;
    const at = map.project([...place]);
    const seen = { x: room.left + at.x, y: room.top + at.y };
    if (isIn(before, seen) && !isIn(room, seen)) reveal(place);
  });
}

function roomOf(map: MapLibreMap): Room {
  const { left, top, width, height } = map.getContainer().getBoundingClientRect();
  const linked = linkedTo(map).length;
  return { left, top, width, height, linked, window: `${innerWidth} ${innerHeight}` };
}

function isIn({ left, top, width, height }: Room, at: { x: number; y: number }): boolean {
  return at.x >= left && at.x <= left + width && at.y >= top && at.y <= top + height;
}
