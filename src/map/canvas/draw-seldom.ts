// Few frames while a plant is loading, for browsers without a GPU.
import type { Map as MapLibreMap } from "maplibre-gl";

/** Without a GPU a frame takes about as long as decoding a level of the plant, and both share the processor. */
const SELDOM_MS = 250;

/** Draws four frames per second at most until the promise resolves or the user touches the map. */
export function drawSeldom(
  map: Pick<MapLibreMap, "triggerRepaint" | "getCanvasContainer">,
  until: Promise<void>,
  ended: AbortSignal,
): void {
  const repaint = map.triggerRepaint.bind(map);
  let timer: ReturnType<typeof setTimeout> | undefined;
  map.triggerRepaint = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!ended.aborted) repaint();
    }, SELDOM_MS);
  };
  const done = new AbortController();
  const often = () => {
    if (done.signal.aborted) return;
    done.abort();
    clearTimeout(timer);
    map.triggerRepaint = repaint;
    if (!ended.aborted) repaint();
  };
  for (const event of ["pointerdown", "wheel", "keydown"]) {
    const options = { passive: true, signal: done.signal };
    map.getCanvasContainer().addEventListener(event, often, options);
  }
  void until.then(often);
}
