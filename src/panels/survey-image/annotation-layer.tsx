// What people have marked in an image, and the mark that is being drawn: over the picture, in its pixels.
import { useRef, useState, type PointerEvent } from "react";
import type { Annotation, AnnotationKind, AnnotationPixel } from "../../domain/image/annotation.ts";
import type { Picture } from "../../domain/image/look.ts";
import css from "./annotation.module.css";

type LayerProps = {
  picture: Picture;
  /** CSS pixels per pixel of the picture. */
  shrink: number;
  annotations: readonly Annotation[];
  /** What the pointer draws; null: it moves the picture. */
  tool: AnnotationKind | null;
  onDrawn: (kind: AnnotationKind, points: AnnotationPixel[]) => void;
};

const STROKE_PX = 2;
const FONT_PX = 14;
/** A smaller box is a slip of the hand. */
const LEAST_PX = 4;

export function AnnotationLayer({ picture, shrink, annotations, tool, onDrawn }: LayerProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [points, setPoints] = useState<readonly AnnotationPixel[]>([]);
  const at = (event: PointerEvent | React.MouseEvent): AnnotationPixel | null => {
    const onto = svg.current?.getScreenCTM()?.inverse();
    if (!onto) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(onto);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  };
  const done = (kind: AnnotationKind, drawn: readonly AnnotationPixel[]) => {
    setPoints([]);
    onDrawn(kind, [...drawn]);
  };
  return (
    <svg
      ref={svg}
      className={css.layer}
      data-drawing={tool !== null}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      strokeWidth={STROKE_PX / shrink}
      aria-hidden="true"
      onPointerDown={(event) => {
        const point = at(event);
        if (tool === null || !point) return;
        event.stopPropagation();
        if (tool === "text") return done("text", [point]);
        if (tool === "box") {
          event.currentTarget.setPointerCapture(event.pointerId);
          return setPoints([point, point]);
        }
        setPoints([...points, point]);
      }}
      onPointerMove={(event) => {
        const point = at(event);
        if (tool !== "box" || points.length === 0 || !point) return;
        event.stopPropagation();
        setPoints([points[0]!, point]);
      }}
      onPointerUp={(event) => {
        if (tool === null) return;
        event.stopPropagation();
        const [from, to] = points;
        if (tool !== "box" || !from || !to) return;
        const isLarge = Math.hypot(to[0] - from[0], to[1] - from[1]) * shrink >= LEAST_PX;
        if (isLarge) done("box", points);
        else setPoints([]);
      }}
      onDoubleClick={(event) => {
        if (tool !== "polygon") return;
        event.stopPropagation();
        // The second click of the double click has set the last vertex twice.
        const drawn = points.slice(0, -1);
        if (drawn.length >= 3) done("polygon", drawn);
      }}
    >
      {annotations.map((one, index) => (
        <Mark key={one.id} number={index + 1} kind={one.kind} points={one.points} shrink={shrink} />
      ))}
      {tool && points.length > 0 ? (
        <Mark number={annotations.length + 1} kind={tool} points={points} shrink={shrink} />
      ) : null}
    </svg>
  );
}

type MarkProps = {
  number: number;
  kind: AnnotationKind;
  points: readonly AnnotationPixel[];
  shrink: number;
};

function Mark({ number, kind, points, shrink }: MarkProps) {
  const [first, second = first] = points;
  if (!first || !second) return null;
  const left = Math.min(...points.map(([x]) => x));
  const top = Math.min(...points.map(([, y]) => y));
  return (
    <g className={css.mark}>
      {kind === "box" ? (
        <rect
          x={left}
          y={top}
          width={Math.abs(second[0] - first[0])}
          height={Math.abs(second[1] - first[1])}
        />
      ) : null}
      {kind === "polygon" ? (
        <polygon points={points.map((point) => point.join(",")).join(" ")} />
      ) : null}
      {kind === "text" ? <circle cx={first[0]} cy={first[1]} r={5 / shrink} /> : null}
      <text x={left} y={top - 4 / shrink} fontSize={FONT_PX / shrink}>
        {`N${number}`}
      </text>
    </g>
  );
}
