// A pane that zooms and pans together with other panes: by wheel, drag and keys.
import { useEffect, useRef, type ReactNode } from "react";
import css from "./zoom-pane.module.css";

/** `x`, `y`: offset of the centre as a share of the pane's size. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

const MAX_SCALE = 8;
const KEY_STEP = 0.1;

/** Limits scale and offset, so that the content covers the centre of the pane. */
function clampZoom({ scale, x, y }: Zoom): Zoom {
  const clamped = Math.min(MAX_SCALE, Math.max(1, scale));
  const maxOffset = (clamped - 1) / 2;
  const within = (shift: number) => Math.min(maxOffset, Math.max(-maxOffset, shift));
  return { scale: clamped, x: within(x), y: within(y) };
}

type ZoomPaneProps = {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  label: string;
  children: ReactNode;
};

export function ZoomPane({ zoom, onZoom, label, children }: ZoomPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const clamped = clampZoom(zoom);
  useEffect(() => {
    const element = pane.current;
    // React's wheel listeners are passive and cannot stop the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      onZoom(clampZoom({ ...zoom, scale: zoom.scale * Math.exp(-event.deltaY / 400) }));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [zoom, onZoom]);
  const keys: Record<string, Partial<Zoom>> = {
    "+": { scale: clamped.scale * 1.25 },
    "=": { scale: clamped.scale * 1.25 },
    "-": { scale: clamped.scale / 1.25 },
    ArrowLeft: { x: clamped.x + KEY_STEP },
    ArrowRight: { x: clamped.x - KEY_STEP },
    ArrowUp: { y: clamped.y + KEY_STEP },
    ArrowDown: { y: clamped.y - KEY_STEP },
    "0": { scale: 1, x: 0, y: 0 },
  };
  return (
    // A focusable group with key handlers, because no native element fits.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={pane}
      className={css.pane}
      role="group"
      aria-label={label}
      tabIndex={0}
      onKeyDown={(event) => {
        const change = keys[event.key];
        if (!change) return;
        event.preventDefault();
        onZoom(clampZoom({ ...clamped, ...change }));
      }}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        const box = pane.current?.getBoundingClientRect();
        if (!from || !box) return;
        drag.current = { x: event.clientX, y: event.clientY };
        const x = clamped.x + (event.clientX - from.x) / box.width;
        const y = clamped.y + (event.clientY - from.y) / box.height;
        onZoom(clampZoom({ ...clamped, x, y }));
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    >
      <div
        className={css.zoomed}
        style={{
          transform: `translate(${clamped.x * 100}%, ${clamped.y * 100}%) scale(${clamped.scale})`,
        }}
      >
        {children}
      </div>
    </div>
  );
}
