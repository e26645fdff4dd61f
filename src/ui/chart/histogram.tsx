// A histogram with a range selection: drag over it, or move the two thumbs below with pointer or arrow keys.
import { useRef, useState } from "react";
import { Slider } from "../form/slider.tsx";
import { classes } from "../class-name.ts";
import css from "./histogram.module.css";

export type Range = readonly [min: number, max: number];

export type HistogramProps = {
  /** Accessible name of the chart. */
  label: string;
  /** Counts per bin over `domain`: of all values, and of those that pass the filters. */
  bins: ArrayLike<number>;
  shown: ArrayLike<number>;
  domain: Range;
  step: number;
  colourAt: (value: number) => string;
  /** The selected range; null for the whole domain. */
  brushed: Range | null;
  onBrush: (range: Range | null) => void;
  thumbLabels: readonly [string, string];
  format: (value: number) => string;
  /** Values drawn as lines: the limits. */
  marks?: readonly number[];
};

const MIN_DRAG = 0.02;

export function Histogram(props: HistogramProps) {
  const { label, bins, shown, domain, brushed, onBrush, colourAt, marks = [] } = props;
  const [min, max] = domain;
  const svg = useRef<SVGSVGElement>(null);
  const [dragFrom, setDragFrom] = useState<number | null>(null);
  const most = Math.max(1, ...Array.from(bins));
  const width = 100 / Math.max(1, bins.length);
  const valueAt = (share: number) => min + share * (max - min);
  const heightOf = (count: number) => (count === 0 ? 0 : 2 + 38 * Math.sqrt(count / most));
  const shareOf = (clientX: number) => {
    const box = svg.current?.getBoundingClientRect();
    return box ? Math.min(1, Math.max(0, (clientX - box.left) / box.width)) : 0;
  };
  const brushTo = (from: number, to: number) => {
    const [low, high] = from < to ? [from, to] : [to, from];
    if (high - low >= MIN_DRAG) onBrush([snap(valueAt(low), props), snap(valueAt(high), props)]);
  };
  return (
    <div className={css.histogram}>
      <svg
        ref={svg}
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className={classes(css.chart, dragFrom !== null && css.dragging)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragFrom(shareOf(event.clientX));
        }}
        onPointerMove={(event) => {
          if (dragFrom !== null) brushTo(dragFrom, shareOf(event.clientX));
        }}
        onPointerUp={(event) => {
          const at = shareOf(event.clientX);
          if (dragFrom !== null && Math.abs(at - dragFrom) < MIN_DRAG) onBrush(null);
          setDragFrom(null);
        }}
        onPointerCancel={() => setDragFrom(null)}
      >
        {Array.from(bins, (count, bin) => {
          const colour = colourAt(valueAt((bin + 0.5) / bins.length));
          const all = heightOf(count);
          const shownHeight = heightOf(Math.min(count, shown[bin] ?? 0));
          const x = bin * width;
          return (
            <g key={bin}>
              <rect x={x} y={40 - all} width={width * 0.86} height={all} className={css.all} />
              <rect
                x={x}
                y={40 - shownHeight}
                width={width * 0.86}
                height={shownHeight}
                fill={colour}
              />
            </g>
          );
        })}
        {marks
          .map((mark) => ((mark - min) / (max - min)) * 100)
          .filter((x) => x > 0 && x < 100)
          .map((x) => (
            <line key={x} x1={x} x2={x} y1={0} y2={40} className={css.mark} />
          ))}
      </svg>
      <Slider
        label={label}
        labelHidden
        value={[brushed?.[0] ?? min, brushed?.[1] ?? max]}
        minValue={min}
        maxValue={max}
        step={sliderStep(props)}
        thumbLabels={props.thumbLabels}
        onChange={([low = min, high = max]) =>
          onBrush(low <= min && high >= max ? null : [low, high])
        }
      />
      <div className={css.ends}>
        <span>{props.format(min)}</span>
        {brushed && (brushed[0] > min || brushed[1] < max) ? (
          <strong>
            {props.format(brushed[0])} – {props.format(brushed[1])}
          </strong>
        ) : null}
        <span>{props.format(max)}</span>
      </div>
    </div>
  );
}

/** At least 1/200 of the domain, so that arrow keys cross a finely resolved domain in few presses. */
function sliderStep({ domain: [min, max], step }: HistogramProps): number {
  return Math.max(step, step * Math.ceil((max - min) / 200 / step));
}

function snap(value: number, { step, domain: [min, max] }: HistogramProps): number {
  const snapped = Number((Math.round(value / step) * step).toPrecision(12));
  return Math.min(max, Math.max(min, snapped));
}
