// The line between two analyses, or between RGB and temperatures of one; it is dragged, or moved with the arrow keys.
import { useRef } from "react";
import type { PointerEvent } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { kindSwipeAtom } from "../../state/map/orthomosaic.ts";
import { compare, compareAtom } from "../../state/plant/compare/compare.ts";
import { formatShare, t } from "../../state/shell/locale.ts";
import css from "./swipe-line.module.css";

const STEP = 0.02;
const LARGE_STEP = 0.1;

export function SwipeLine() {
  const compared = useAtomValue(compareAtom);
  const change = useSetAtom(compare);
  if (compared?.mode !== "swipe") return <KindSwipeLine />;
  const onMove = (position: number) => change({ position });
  return <Line label={t("map:swipe")} position={compared.position} onMove={onMove} />;
}

/** Between RGB and temperatures alone: in 3D one analysis is drawn. */
export function KindSwipeLine() {
  const [kinds, moveKinds] = useAtom(kindSwipeAtom);
  if (kinds === null) return null;
  return <Line label={t("map:swipe_kinds")} position={kinds} onMove={moveKinds} />;
}

type LineProps = { label: string; position: number; onMove: (position: number) => void };

function Line({ label, position, onMove }: LineProps) {
  const frame = useRef<HTMLDivElement>(null);
  const move = (to: number) => onMove(Math.min(1, Math.max(0, Number(to.toFixed(3)))));
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = frame.current!.getBoundingClientRect();
    move((event.clientX - left) / width);
  };
  const keys: Record<string, number> = {
    ArrowLeft: position - STEP,
    ArrowRight: position + STEP,
    PageDown: position - LARGE_STEP,
    PageUp: position + LARGE_STEP,
    Home: 0,
    End: 1,
  };
  return (
    <div ref={frame} className={css.frame}>
      {/* A native range input would be as wide as the map and catch its pointer events. */}
      <div
        role="slider"
        tabIndex={0}
        className={css.line}
        style={{ insetInlineStart: `${position * 100}%` }}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(position * 100)}
        aria-valuetext={formatShare(position, 0)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={(event) => {
          const to = keys[event.key];
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          move(to);
        }}
      >
        <span className={css.grip} aria-hidden="true" />
      </div>
    </div>
  );
}
