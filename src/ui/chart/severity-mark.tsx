// A small coloured symbol. Shape and colour carry the same meaning, so it works without colour vision.
export type MarkSymbol =
  | "circle"
  | "triangle"
  | "diamond"
  | "octagon"
  | "square"
  | "plus"
  | "minus";

/** Paths in a square of 16. */
export const markShapes: Record<MarkSymbol, string> = {
  circle: "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
  triangle: "M8 1.8 14.6 13.6H1.4z",
  diamond: "M8 1 15 8 8 15 1 8z",
  octagon: "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2z",
  square: "M2 2h12v12H2z",
  plus: "M5.5 1.5h5v4h4v5h-4v4h-5v-4h-4v-5h4z",
  minus: "M1.5 5.5h13v5h-13z",
};

/** Decorative unless `label` is given. */
export function SeverityMark({
  symbol,
  colour,
  size = 12,
  label,
}: {
  symbol: MarkSymbol;
  colour: string;
  size?: number;
  label?: string;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      style={{ flex: "none" }}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path d={markShapes[symbol]} fill={colour} stroke="var(--line-strong)" strokeWidth="1" />
    </svg>
  );
}
