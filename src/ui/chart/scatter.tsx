// Points over two axes with the same scale, the line of equal values, and a fitted line.
import css from "./scatter.module.css";

type Point = readonly [x: number, y: number];

export type ScatterProps = {
  label: string;
  xLabel: string;
  yLabel: string;
  points: readonly Point[];
  /** Points that are shown but left out. */
  hollow: readonly Point[];
  /** y = intercept + slope · x; null for none. */
  line: { readonly slope: number; readonly intercept: number } | null;
  format: (value: number) => string;
};

const SIZE = 280;
const LEFT = 44;
const BOTTOM = 34;
const TOP = 8;

export function Scatter({ label, xLabel, yLabel, points, hollow, line, format }: ScatterProps) {
  const all = [...points, ...hollow].flat();
  const least = Math.min(...all);
  const most = Math.max(...all);
  const margin = most > least ? (most - least) * 0.08 : Math.abs(least) * 0.1 || 1;
  const [from, to] = [least - margin, most + margin];
  const side = SIZE - LEFT - TOP;
  const x = (value: number) => LEFT + ((value - from) / (to - from)) * side;
  const y = (value: number) => TOP + side - ((value - from) / (to - from)) * side;
  const ends = line && ([from, to] as const).map((at) => line.intercept + line.slope * at);
  return (
    <svg
      className={css.scatter}
      viewBox={`0 0 ${SIZE} ${SIZE - LEFT + BOTTOM}`}
      role="img"
      aria-label={label}
    >
      <clipPath id="scatter-area">
        <rect x={LEFT} y={TOP} width={side} height={side} />
      </clipPath>
      <path className={css.axis} d={`M${LEFT} ${TOP}v${side}h${side}`} fill="none" />
      {[least, most].map((value, at) => (
        <g key={at}>
          <text x={x(value)} y={TOP + side + 14} textAnchor="middle">
            {format(value)}
          </text>
          <text x={LEFT - 4} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      <text x={LEFT + side / 2} y={TOP + side + 27} textAnchor="middle">
        {xLabel}
      </text>
      <text x={-(TOP + side / 2)} y={11} textAnchor="middle" transform="rotate(-90)">
        {yLabel}
      </text>
      <g clipPath="url(#scatter-area)">
        <line className={css.equal} x1={x(from)} y1={y(from)} x2={x(to)} y2={y(to)} />
        {ends ? (
          <line className={css.fitted} x1={x(from)} y1={y(ends[0]!)} x2={x(to)} y2={y(ends[1]!)} />
        ) : null}
      </g>
      {hollow.map(([px, py], at) => (
        <circle key={at} className={css.hollow} cx={x(px)} cy={y(py)} r="4" />
      ))}
      {points.map(([px, py], at) => (
        <circle key={at} className={css.dot} cx={x(px)} cy={y(py)} r="4" />
      ))}
    </svg>
  );
}
