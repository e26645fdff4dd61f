// The tooltip beside the pointer: the photo, flight route or component under it.
import { useEffect, useRef } from "react";
import { useAtomValue } from "jotai";
import { routeHoverWordsAtom } from "../../state/map/flight-route-view.ts";
import { photoHoverWordsAtom } from "../../state/observation/photo-on-map.ts";
import { hoverWordsAtom } from "../../state/plant/component/hover-words.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./hover-tip.module.css";

/** Between the pointer and the tooltip, in CSS pixels. */
const GAP = 14;

/** Lies over the map; follows the pointer without rendering. */
export function HoverTip() {
  const frame = useRef<HTMLDivElement>(null);
  const component = useAtomValue(hoverWordsAtom);
  const route = useAtomValue(routeHoverWordsAtom);
  const words = useAtomValue(photoHoverWordsAtom) ?? route ?? component;
  useEffect(() => followPointer(frame.current!), []);
  return (
    <div ref={frame} className={css.frame} data-over="false">
      {words ? (
        <div role="tooltip" className={css.tip}>
          <strong>{words.name}</strong>
          <span className={css.value}>
            {words.mark ? <SeverityMark {...words.mark} /> : null}
            <span>{words.lines[0]}</span>
          </span>
          {words.lines.slice(1).map((line) => (
            <span key={line} className={css.more}>
              {line}
            </span>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** A component can also be hovered in the table: the tooltip belongs to a pointer on the map alone. */
function followPointer(frame: HTMLElement): () => void {
  const area = frame.parentElement!;
  const place = (event: PointerEvent) => {
    const isMap = event.target instanceof HTMLCanvasElement && event.pointerType !== "touch";
    frame.dataset["over"] = String(isMap && event.buttons === 0);
    const tip = frame.firstElementChild;
    if (!isMap || !(tip instanceof HTMLElement)) return;
    placeTip(frame, tip, event);
  };
  const leave = () => (frame.dataset["over"] = "false");
  // The tooltip is rendered after the pointer has moved, and it changes its size.
  let last: PointerEvent | null = null;
  const watch = new MutationObserver(() => {
    if (last) place(last);
  });
  const moved = (event: PointerEvent) => {
    last = event;
    place(event);
  };
  area.addEventListener("pointermove", moved);
  area.addEventListener("pointerleave", leave);
  watch.observe(frame, { childList: true, subtree: true, characterData: true });
  return () => {
    area.removeEventListener("pointermove", moved);
    area.removeEventListener("pointerleave", leave);
    watch.disconnect();
  };
}

/** Right below the pointer; on the other side of it where there is no room. */
function placeTip(frame: HTMLElement, tip: HTMLElement, event: PointerEvent): void {
  const { left, top, width, height } = frame.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  const isLeft = x + GAP + tip.offsetWidth > width;
  const isAbove = y + GAP + tip.offsetHeight > height;
  const tipX = isLeft ? Math.max(0, x - GAP - tip.offsetWidth) : x + GAP;
  const tipY = isAbove ? Math.max(0, y - GAP - tip.offsetHeight) : y + GAP;
  tip.style.translate = `${Math.round(tipX)}px ${Math.round(tipY)}px`;
}
