// One image. A thermal image can be recoloured for a range of temperatures.
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from "react";
import { useAtomValue } from "jotai";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import {
  paintEntries,
  paletteEntries,
  type ThermalPalette,
} from "../../domain/result-file/thermal-image.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { retriesAtom } from "../../state/shell/retry.ts";
import { imageUrl } from "../../state/plant/image/image.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { classes } from "../../ui/class-name.ts";
import css from "./component.module.css";

export type Recolour = {
  palette: ThermalPalette;
  /** Temperatures in °C at the two ends of the palette. */
  range: readonly [number, number];
};

type ImageViewProps = {
  analysis_id: number;
  image: ResultImage;
  size: "full" | "thumb";
  name: string;
  /** As large as the pane allows, instead of as wide as its place. */
  fits?: boolean;
  recolour?: Recolour | null;
  /** Called with whether temperatures can be read from the image. */
  onReadable?: (isReadable: boolean) => void;
  /** Called with the temperature under the pointer in °C; null outside. */
  onTemperature?: (celsius: number | null) => void;
};

/** An image that could not be loaded is loaded again when other failed loads are. */
export function ImageView(props: ImageViewProps) {
  const retries = useAtomValue(retriesAtom);
  const [failedAt, setFailedAt] = useState(retries);
  const [isFailed, setFailed] = useState(false);
  const attempt = isFailed && failedAt !== retries ? retries : -1;
  const fail = () => {
    setFailed(true);
    setFailedAt(retries);
  };
  return <OneView key={attempt} {...props} onFault={fail} />;
}

function OneView(props: ImageViewProps & { onFault: () => void }) {
  const { analysis_id, image, size, name, fits = false, recolour = null } = props;
  const { onReadable, onTemperature } = props;
  const [url, setUrl] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [pixels, setPixels] = useState<Pixels | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const onFault = useEffectEvent(() => props.onFault());
  useEffect(() => {
    let isWanted = true;
    imageUrl(analysis_id, image.id, size).then(
      (found) => isWanted && setUrl(found),
      (cause: unknown) => {
        if (!isWanted) return;
        setFault(faultWords(cause).title);
        onFault();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [analysis_id, image.id, size]);
  const hasScale = image.kind === "thermal" && image.scale_min !== null && image.scale_max !== null;
  const [min, max] = [image.scale_min ?? 0, image.scale_max ?? 1];
  useEffect(() => {
    if (!recolour || !pixels || !canvas.current) return;
    const context = canvas.current.getContext("2d");
    if (!context) return;
    const recoloured = context.createImageData(pixels.width, pixels.height);
    const entryOf = (celsius: number) => ((celsius - min) / (max - min)) * 255;
    const [from, to] = recolour.range;
    paintEntries(pixels.entries, recolour.palette, [entryOf(from), entryOf(to)], recoloured.data);
    context.putImageData(recoloured, 0, 0);
  }, [recolour, pixels, min, max]);
  const taken = image.taken_at ? formatDateTime(image.taken_at) : "";
  const alt = t("component:alt", { kind: t(`component:image.${image.kind}`), name, taken });
  if (fault) return <span className={css.noImage}>{fault}</span>;
  if (!url) return <span className={css.noImage} aria-hidden="true" />;
  const readTemperature = (event: React.PointerEvent<HTMLElement>) => {
    if (!pixels || !hasScale) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * pixels.width);
    const y = Math.floor(((event.clientY - box.top) / box.height) * pixels.height);
    const entry = pixels.entries[y * pixels.width + x];
    onTemperature?.(entry === undefined ? null : min + (entry / 255) * (max - min));
  };
  return (
    <span
      className={classes(css.image, fits && css.fitted)}
      style={fits ? sizeIn(image) : undefined}
      onPointerMove={readTemperature}
      onPointerLeave={() => onTemperature?.(null)}
    >
      <img
        src={url}
        alt={alt}
        width={image.width}
        height={image.height}
        draggable={false}
        onLoad={(event) => {
          if (!hasScale || !onReadable) return;
          const read = readPixels(event.currentTarget);
          setPixels(read);
          onReadable(read !== null);
        }}
      />
      {recolour && pixels ? (
        <canvas ref={canvas} width={pixels.width} height={pixels.height} aria-hidden="true" />
      ) : null}
    </span>
  );
}

/** The largest size with the image's proportions, in a pane that is a size container. */
function sizeIn({ width, height }: ResultImage): CSSProperties {
  const shape = width / height;
  return { aspectRatio: String(shape), width: `min(100cqw, ${100 * shape}cqh)` };
}

type Pixels = { entries: Uint8Array; width: number; height: number };

function readPixels(image: HTMLImageElement): Pixels | null {
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0);
  const entries = paletteEntries(context.getImageData(0, 0, width, height).data);
  return entries && { entries, width, height };
}
