// How panels follow the server where it changes by itself: they load again in a fixed rhythm, while the page is seen.
import { useEffect, useEffectEvent } from "react";

/**
 * Calls `load` every `every_ms` milliseconds, and at once when the page is seen again; never while it is hidden, nor
 * while something is dragged, which would lie elsewhere then, nor with `every_ms` null. A load that fails is left to
 * the next one.
 */
export function useStayCurrent(load: () => Promise<unknown>, every_ms: number | null): void {
  const again = useEffectEvent(load);
  useEffect(() => {
    if (every_ms === null) return undefined;
    let isDragged = false;
    const look = () => {
      if (document.visibilityState === "visible" && !isDragged) {
        void again().catch(() => undefined);
      }
    };
    const ending = new AbortController();
    const options = { signal: ending.signal, capture: true };
    document.addEventListener("dragstart", () => (isDragged = true), options);
    for (const end of ["dragend", "drop"]) {
      document.addEventListener(end, () => (isDragged = false), options);
    }
    const timer = setInterval(look, every_ms);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      ending.abort();
      document.removeEventListener("visibilitychange", look);
    };
  }, [every_ms]);
}
