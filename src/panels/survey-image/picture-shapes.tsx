// What lies over a picture: its temperatures in colours, the outline of the place, measurements.
import { useEffect, useRef } from "react";
import type { Picture } from "../../domain/image/look.ts";
import type { Grid, Measure } from "../../domain/image/measure.ts";
import { middleOf } from "./ground-view.ts";
import { paintGrid, type Paint } from "./paint-grid.ts";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

/** Over the picture where the analyst chose colours or an isotherm. */
export function Painted({ thermometer }: { thermometer: Thermometer | null }) {
  if (!thermometer?.grid) return null;
  const paint = paintOf(thermometer);
  return paint ? <Canvas grid={thermometer.grid} {...paint} /> : null;
}

function Canvas({ grid, palette, range, isotherm }: Paint & { grid: Grid }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    context?.putImageData(paintGrid(grid, { palette, range, isotherm }), 0, 0);
  }, [grid, palette, range, isotherm]);
  return <canvas ref={canvas} width={grid.width} height={grid.height} aria-hidden="true" />;
}

/** Null where the picture keeps the colours of its camera. */
export function paintOf({ palette, range, isotherm }: Thermometer): Paint | null {
  return palette === "camera" && !isotherm ? null : { palette, range, isotherm };
}

const POINT_PX = 14;

export function Outline({ picture, shrink }: { picture: Picture; shrink: number }) {
  const { outline } = picture;
  const [x, y] = middleOf(picture);
  if (outline.length === 0) return null;
  if (outline.length < 3)
    return <circle className={css.outline} cx={x} cy={y} r={POINT_PX / shrink} />;
  return <polygon className={css.outline} points={outline.map((at) => at.join(",")).join(" ")} />;
}

export function Drawn(props: { measure: Measure; number: number; factor: number; shrink: number }) {
  const { measure, number, factor, shrink } = props;
  const [[x0, y0], [x1, y1]] = [measure.from, measure.to].map(([x, y]) => [
    x * factor,
    y * factor,
  ]) as [[number, number], [number, number]];
  const size = 5 / shrink;
  return (
    <g className={css.measure}>
      {measure.kind === "spot" ? <circle cx={x0} cy={y0} r={size} /> : null}
      {measure.kind === "line" ? <line x1={x0} y1={y0} x2={x1} y2={y1} /> : null}
      {measure.kind === "area" ? (
        <rect
          x={Math.min(x0, x1)}
          y={Math.min(y0, y1)}
          width={Math.abs(x1 - x0)}
          height={Math.abs(y1 - y0)}
        />
      ) : null}
      <text x={x1 + size * 2} y={y1} fontSize={13 / shrink}>
        {number}
      </text>
    </g>
  );
}
