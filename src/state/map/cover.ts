// What lies over the map: legend, toolbar, chips, the sheet of a phone. The map measures it, so that what it
// shows is in the free area.

/** A moving cover (the legend opens, a sheet gets higher) moves the fitted shape; a passing one does not. */
export type CoverKind = "moving" | "passing";

const covers = new Map<Element, CoverKind>();
const listeners = new Set<() => void>();
const sizes =
  typeof ResizeObserver === "function" ? new ResizeObserver(() => notifyCovers()) : undefined;

/** For `ref`: the element lies over the map while it is mounted. */
export const coverMap = (element: Element | null) => cover(element, "moving");

/** The same for chips and notes: they appear after what the user does, which must not move the map. */
export const coverMapBriefly = (element: Element | null) => cover(element, "passing");

function cover(element: Element | null, kind: CoverKind): (() => void) | undefined {
  if (!element) return undefined;
  covers.set(element, kind);
  if (kind === "moving") sizes?.observe(element);
  return () => {
    covers.delete(element);
    sizes?.unobserve(element);
    if (kind === "moving") notifyCovers();
  };
}

/** The boxes over the map, in pixels of the window. */
export function coverBoxes(): DOMRect[] {
  return [...covers.keys()].map((element) => element.getBoundingClientRect());
}

/** Calls back when a moving cover appears, goes or changes its size; answers a function that ends this. */
export function onCoverChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that something else than a cover changed the free area: a second map shows the same place. */
export function notifyCovers(): void {
  for (const listener of listeners) listener();
}
