// The joystick of a walk: up and down walks, left and right turns. The keys do the same.
import { useEffect, useRef, useState } from "react";
import { useAtomValue, useStore } from "jotai";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { walkingAtom } from "../../state/map/space.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./twin-view.module.css";
import { walked } from "./walk.ts";

/** A brisk walk, and a turn, with the stick at its end; per second. */
const METRES = 4;
const DEGREES = 60;
/** CSS pixels from the middle to the end. */
const REACH = 36;
/** After a pause of the page the walker does not jump. */
const LONGEST_FRAME_S = 0.1;

export function Joystick({ origin }: { origin: LonLat }) {
  return useAtomValue(walkingAtom) ? <Stick origin={origin} /> : null;
}

function Stick({ origin }: { origin: LonLat }) {
  const store = useStore();
  const pad = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const isHeld = at[0] !== 0 || at[1] !== 0;
  const [x, y] = at;
  useEffect(() => {
    if (!isHeld) return;
    let frame = 0;
    let before = performance.now();
    const step = (now: number) => {
      const seconds = Math.min(LONGEST_FRAME_S, (now - before) / 1000);
      before = now;
      const camera = store.get(cameraAtom);
      const [ahead, turn] = [-(y / REACH) * METRES * seconds, (x / REACH) * DEGREES * seconds];
      if (camera) store.set(cameraAtom, walked(camera, { ahead, aside: 0, turn }, origin));
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isHeld, x, y, store, origin]);
  const move = (event: React.PointerEvent) => {
    const box = pad.current?.getBoundingClientRect();
    if (!box || event.buttons === 0) return;
    const away = [
      event.clientX - box.left - box.width / 2,
      event.clientY - box.top - box.height / 2,
    ] as const;
    const share = Math.min(1, REACH / Math.max(1, Math.hypot(...away)));
    setAt([away[0] * share, away[1] * share]);
  };
  const release = () => setAt([0, 0]);
  return (
    <div
      ref={pad}
      className={css.joystick}
      role="img"
      aria-label={t("space:joystick")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <i style={{ transform: `translate(${x}px, ${y}px)` }} />
    </div>
  );
}
