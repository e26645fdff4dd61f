// One image of a shot: the picture or its temperatures, the outline of the place, and the measurements.
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useAtomValue } from "jotai";
import type { AnnotationKind, AnnotationPixel } from "../../domain/image/annotation.ts";
import { measured, type Grid, type Measure } from "../../domain/image/measure.ts";
import type { SurveyImage } from "../../domain/image/survey-image.ts";
import { annotationsOf } from "../../state/plant/image/image-annotation.ts";
import { surveyPictureUrl } from "../../state/plant/image/survey-image.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatDateTime, formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { AnnotationLayer } from "./annotation-layer.tsx";
import { middleOf, moved, zoomed, type GroundView } from "./ground-view.ts";
import { paintGrid, type Paint } from "./paint-grid.ts";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

type PaneProps = {
  analysis_id: number;
  image: SurveyImage;
  view: GroundView;
  onView: (view: GroundView) => void;
  /** Null for a visible image. */
  thermometer: Thermometer | null;
  /** What is drawn into the picture to mark it. */
  tool: AnnotationKind | null;
  onDrawn: (kind: AnnotationKind, points: AnnotationPixel[]) => void;
};

const KEY_PX = 60;
const STROKE_PX = 2;
export function PicturePane(props: PaneProps) {
  const { analysis_id, image, view, onView, thermometer, tool, onDrawn } = props;
  const marks = valueOf(useAtomValue(annotationsOf({ analysis_id, image_id: image.id }))) ?? [];
  const [url, setUrl] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [under, setUnder] = useState<readonly [number, number] | null>(null);
  const [drawn, setDrawn] = useState<Measure | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    let isWanted = true;
    surveyPictureUrl(analysis_id, image.id, "full").then(
      (found) => isWanted && setUrl(found),
      (cause: unknown) => isWanted && setFault(faultWords(cause).title),
    );
    return () => {
      isWanted = false;
    };
  }, [analysis_id, image.id]);
  useEffect(() => {
    const element = pane.current;
    // React's wheel listeners are passive and cannot stop the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      onView(zoomed(view, Math.exp(-event.deltaY / 400)));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [view, onView]);
  const grid = thermometer?.grid ?? null;
  const isMeasuring = grid !== null && thermometer?.tool !== null && thermometer !== null;
  // Pixels of the picture to CSS pixels.
  const shrink = view.scale * image.gsd_m;
  const [x, y] = middleOf(image.outline);
  const left = -(x + view.right / image.gsd_m) * shrink;
  const top = -(y + view.down / image.gsd_m) * shrink;
  const gridAt = (event: PointerEvent): readonly [number, number] | null => {
    const box = pane.current?.getBoundingClientRect();
    if (!box || !grid) return null;
    const px = (event.clientX - box.left - box.width / 2 - left) / shrink;
    const py = (event.clientY - box.top - box.height / 2 - top) / shrink;
    return [(px / image.width) * grid.width, (py / image.height) * grid.height];
  };
  const keys: Record<string, () => GroundView> = {
    "+": () => zoomed(view, 1.25),
    "=": () => zoomed(view, 1.25),
    "-": () => zoomed(view, 0.8),
    ArrowLeft: () => moved(view, KEY_PX, 0),
    ArrowRight: () => moved(view, -KEY_PX, 0),
    ArrowUp: () => moved(view, 0, KEY_PX),
    ArrowDown: () => moved(view, 0, -KEY_PX),
  };
  const kind = t(`survey-image:kind.${image.kind}`);
  const shown = [...(thermometer?.measures ?? []), ...(drawn ? [drawn] : [])];
  return (
    <figure className={css.figure}>
      {/* A focusable group with key handlers, because no native element fits. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={pane}
        className={css.pane}
        data-measuring={isMeasuring}
        role="group"
        aria-label={kind}
        tabIndex={0}
        onKeyDown={(event) => {
          const change = keys[event.key];
          if (!change) return;
          event.preventDefault();
          event.stopPropagation();
          onView(change());
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = gridAt(event);
          if (isMeasuring && thermometer?.tool && at) {
            setDrawn({ kind: thermometer.tool, from: at, to: at });
          } else drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={(event) => {
          const at = gridAt(event);
          setUnder(at);
          if (drawn && at) setDrawn({ ...drawn, to: at });
          const from = drag.current;
          if (!from) return;
          drag.current = { x: event.clientX, y: event.clientY };
          onView(moved(view, event.clientX - from.x, event.clientY - from.y));
        }}
        onPointerUp={() => {
          drag.current = null;
          if (drawn) thermometer?.addMeasure(drawn);
          setDrawn(null);
        }}
        onPointerLeave={() => setUnder(null)}
      >
        <div
          className={css.picture}
          style={{
            width: image.width,
            height: image.height,
            transform: `translate(${left}px, ${top}px) scale(${shrink})`,
          }}
        >
          {url ? (
            <img
              src={url}
              alt={t("survey-image:alt", { kind, name: image.file_name })}
              width={image.width}
              height={image.height}
              draggable={false}
            />
          ) : null}
          <Painted thermometer={thermometer} />
          <svg
            viewBox={`0 0 ${image.width} ${image.height}`}
            // As wide on the screen at every zoom.
            strokeWidth={STROKE_PX / shrink}
            aria-hidden="true"
          >
            <Outline image={image} shrink={shrink} />
            {shown.map((measure, index) => (
              <Drawn
                // Measurements have no identity but their order.
                key={index}
                number={index + 1}
                measure={measure}
                factor={image.width / (grid?.width ?? image.width)}
                shrink={shrink}
              />
            ))}
          </svg>
          <AnnotationLayer
            image={image}
            shrink={shrink}
            annotations={marks}
            tool={tool}
            onDrawn={onDrawn}
          />
        </div>
      </div>
      <figcaption className={css.caption}>
        <span>
          {kind} · {image.file_name}
          {image.taken_at ? ` · ${formatDateTime(image.taken_at)}` : ""}
        </span>
        <span role="status">{fault ?? thermometer?.fault ?? reading(thermometer, under)}</span>
      </figcaption>
    </figure>
  );
}

/** The value under the pointer. */
function reading(thermometer: Thermometer | null, at: readonly [number, number] | null): string {
  if (!thermometer?.grid || !at) return "";
  const found = measured(thermometer.grid, { kind: "spot", from: at, to: at });
  if (!found) return "";
  return thermometer.isExact
    ? t("survey-image:celsius", { value: formatNumber(found.mean, 1) })
    : t("survey-image:counts", { value: formatNumber(found.mean, 0) });
}

/** Over the picture where the analyst chose colours or an isotherm. */
function Painted({ thermometer }: { thermometer: Thermometer | null }) {
  if (!thermometer?.grid) return null;
  const { grid, palette, range, isotherm } = thermometer;
  if (palette === "camera" && !isotherm) return null;
  return <Canvas grid={grid} palette={palette} range={range} isotherm={isotherm} />;
}

function Canvas({ grid, palette, range, isotherm }: Paint & { grid: Grid }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    context?.putImageData(paintGrid(grid, { palette, range, isotherm }), 0, 0);
  }, [grid, palette, range, isotherm]);
  return <canvas ref={canvas} width={grid.width} height={grid.height} aria-hidden="true" />;
}

const POINT_PX = 14;

function Outline({ image: { outline }, shrink }: { image: SurveyImage; shrink: number }) {
  const [x, y] = middleOf(outline);
  if (outline.length < 3)
    return <circle className={css.outline} cx={x} cy={y} r={POINT_PX / shrink} />;
  return <polygon className={css.outline} points={outline.map((at) => at.join(",")).join(" ")} />;
}

function Drawn(props: { measure: Measure; number: number; factor: number; shrink: number }) {
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
