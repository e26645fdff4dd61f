// One picture of a look: as it is or its temperatures, the outline of the place, and the measurements.
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useAtomValue, useStore } from "jotai";
import type { AnnotationKind, AnnotationPixel } from "../../domain/image/annotation.ts";
import { measured, type Measure } from "../../domain/image/measure.ts";
import type { Picture } from "../../domain/image/look.ts";
import { marksOf } from "../../state/plant/image/image-annotation.ts";
import { shownPicture } from "../../state/plant/image/look.ts";
import type { ShownImage } from "../../state/plant/image/small-image.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { retriesAtom } from "../../state/shell/retry.ts";
import { AnnotationLayer } from "./annotation-layer.tsx";
import { middleOf, moved, zoomed, type GroundView, type PaneSize } from "./ground-view.ts";
import { PictureDownload } from "./picture-download.tsx";
import { Drawn, Outline, Painted } from "./picture-shapes.tsx";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

type PaneProps = {
  analysis_id: number;
  picture: Picture;
  /** Of the component; empty for a spot. */
  name: string;
  view: GroundView;
  onView: (view: GroundView) => void;
  /** Called with the size of the pane whenever that changes. */
  onSize: ((size: PaneSize) => void) | null;
  /** Called with the temperature under the pointer in °C; null outside, and where the numbers are no °C. */
  onUnder: (celsius: number | null) => void;
  /** Null for a visible image. */
  thermometer: Thermometer | null;
  /** What is drawn into the picture to mark it. */
  tool: AnnotationKind | null;
  onDrawn: (kind: AnnotationKind, points: AnnotationPixel[]) => void;
};

const KEY_PX = 60;
const STROKE_PX = 2;
export function PicturePane(props: PaneProps) {
  const { analysis_id, picture, name, view, onView, onUnder, thermometer, tool, onDrawn } = props;
  const { onSize } = props;
  const { source, id, width, height, gsd_m } = picture;
  const marks = valueOf(useAtomValue(marksOf(analysis_id, picture))) ?? [];
  const key = `${source} ${id}`;
  const store = useStore();
  const [loaded, setLoaded] = useState<ShownImage | null>(null);
  // The pane stays while it shows one picture after the other.
  const [failed, setFailed] = useState<{ of: string; words: string } | null>(null);
  const url = loaded?.url ?? null;
  const fault = failed?.of === key ? failed.words : null;
  const [under, setUnder] = useState<readonly [number, number] | null>(null);
  const [drawn, setDrawn] = useState<Measure | null>(null);
  const clock = useAtomValue(plantClockAtom);
  const pane = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    let isWanted = true;
    const load = () =>
      void shownPicture(analysis_id, { source, id }).then(
        (found) => {
          if (!isWanted) return;
          setLoaded(found);
          setFailed(null);
        },
        (cause: unknown) =>
          isWanted && setFailed({ of: `${source} ${id}`, words: faultWords(cause).title }),
      );
    load();
    const stop = store.sub(retriesAtom, load);
    return () => {
      isWanted = false;
      stop();
    };
  }, [analysis_id, source, id, store]);
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
  useEffect(() => {
    const element = pane.current;
    if (!element || !onSize) return;
    const watcher = new ResizeObserver(() =>
      onSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [onSize]);
  const grid = thermometer?.grid ?? null;
  const isMeasuring = grid !== null && thermometer?.tool !== null && thermometer !== null;
  // Pixels of the picture to CSS pixels.
  const shrink = view.scale * gsd_m;
  const [x, y] = middleOf(picture);
  const left = -(x + view.right / gsd_m) * shrink;
  const top = -(y + view.down / gsd_m) * shrink;
  const gridAt = (event: PointerEvent): readonly [number, number] | null => {
    const box = pane.current?.getBoundingClientRect();
    if (!box || !grid) return null;
    const px = (event.clientX - box.left - box.width / 2 - left) / shrink;
    const py = (event.clientY - box.top - box.height / 2 - top) / shrink;
    return [(px / width) * grid.width, (py / height) * grid.height];
  };
  const look = (at: readonly [number, number] | null) => {
    setUnder(at);
    onUnder(thermometer?.isCelsius ? valueUnder(thermometer, at) : null);
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
  const kind = t(`survey-image:kind.${picture.kind}`);
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
          } else fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={(event) => {
          const at = gridAt(event);
          look(at);
          if (drawn && at) setDrawn({ ...drawn, to: at });
          const from = fingers.current.get(event.pointerId);
          if (!from) return;
          const to = { x: event.clientX, y: event.clientY };
          const [other] = [...fingers.current].find(([finger]) => finger !== event.pointerId) ?? [];
          const still = other === undefined ? undefined : fingers.current.get(other);
          fingers.current.set(event.pointerId, to);
          const apart = (one: typeof to) =>
            still ? Math.max(1, Math.hypot(one.x - still.x, one.y - still.y)) : 1;
          // Of two fingers each moves the picture by half, so that what is between them stays there.
          const share = still ? 0.5 : 1;
          const dragged = moved(view, (to.x - from.x) * share, (to.y - from.y) * share);
          onView(zoomed(dragged, apart(to) / apart(from)));
        }}
        onPointerUp={({ pointerId }) => {
          fingers.current.delete(pointerId);
          if (drawn) thermometer?.addMeasure(drawn);
          setDrawn(null);
        }}
        onPointerCancel={({ pointerId }) => {
          fingers.current.delete(pointerId);
          setDrawn(null);
        }}
        onPointerLeave={() => look(null)}
      >
        <div
          className={css.picture}
          style={{
            width,
            height,
            transform: `translate(${left}px, ${top}px) scale(${shrink})`,
          }}
        >
          {url ? (
            <img
              src={url}
              alt={t("survey-image:alt", { kind, name: picture.file_name })}
              width={width}
              height={height}
              draggable={false}
            />
          ) : null}
          <Painted thermometer={thermometer} />
          <svg
            viewBox={`0 0 ${width} ${height}`}
            // As wide on the screen at every zoom.
            strokeWidth={STROKE_PX / shrink}
            aria-hidden="true"
          >
            <Outline picture={picture} shrink={shrink} />
            {shown.map((measure, index) => (
              <Drawn
                // Measurements have no identity but their order.
                key={index}
                number={index + 1}
                measure={measure}
                factor={width / (grid?.width ?? width)}
                shrink={shrink}
              />
            ))}
          </svg>
          <AnnotationLayer
            picture={picture}
            shrink={shrink}
            annotations={marks}
            tool={tool}
            onDrawn={onDrawn}
          />
        </div>
      </div>
      <figcaption className={css.caption}>
        <span>
          {kind} · {picture.file_name}
          {picture.taken_at ? ` · ${clock.time(picture.taken_at)}` : ""}
        </span>
        <span role="status">
          {fault ??
            (loaded?.isSmall ? t("shell:small_image") : null) ??
            thermometer?.fault ??
            reading(thermometer, under)}
        </span>
        {/* A small image is not the file that it would be saved as. */}
        {url && !loaded?.isSmall ? (
          <PictureDownload {...{ picture, url, name, thermometer, marks }} />
        ) : null}
      </figcaption>
    </figure>
  );
}

function valueUnder({ grid }: Thermometer, at: readonly [number, number] | null): number | null {
  return (grid && at && measured(grid, { kind: "spot", from: at, to: at })?.mean) ?? null;
}

/** The value under the pointer in words. */
function reading(thermometer: Thermometer | null, at: readonly [number, number] | null): string {
  const value = thermometer && valueUnder(thermometer, at);
  if (!thermometer || value === null) return "";
  return thermometer.isCelsius
    ? t("survey-image:celsius", { value: formatNumber(value, 1) })
    : t("survey-image:counts", { value: formatNumber(value, 0) });
}
