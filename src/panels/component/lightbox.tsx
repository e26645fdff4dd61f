// The images of a component as large as the screen: thermal and visible side by side, zoomed together, with a
// selectable thermal palette. J and K open the next finding that has images, and the one before.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { thermalPalettes } from "../../domain/result-file/thermal-image.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { componentName, pathName } from "../../state/plant/component/component-words.ts";
import {
  imagePlaceAtom,
  imagePlacesAtom,
  openImageAtom,
  rowImagesAtom,
  stepImage,
  type OpenImage,
} from "../../state/plant/image/open-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { ImageSteps } from "../image-steps.tsx";
import { ColourBar } from "./colour-bar.tsx";
import { ImagePane } from "./image-pane.tsx";
import { ImageFacts } from "./image-facts.tsx";
import { useThermal } from "./use-thermal.ts";
import type { Zoom } from "../../ui/zoom-pane.tsx";
import css from "./lightbox.module.css";

export function Lightbox() {
  const [open, setOpen] = useAtom(openImageAtom);
  const images = useAtomValue(rowImagesAtom);
  const analysis_id = useAtomValue(analysisIdAtom);
  const isSingle = useAtomValue(singleKeysAtom);
  const step = useSetAtom(stepImage);
  if (!open || analysis_id === null || images(open.at).length === 0) return null;
  const path = pathName(open.at);
  const name = componentName(open.at);
  return (
    <Dialog
      title={t("component:images_of", { name: path === "" ? name : `${name} · ${path}` })}
      isOpen
      onClose={() => setOpen(null)}
      closeLabel={t("shell:close")}
      size="full"
      {...(isSingle ? { keys: { j: () => step(1), k: () => step(-1) } } : {})}
    >
      <Shown open={open} analysis_id={analysis_id} />
    </Dialog>
  );
}

const whole: Zoom = { scale: 1, x: 0, y: 0 };
type Show = "both" | OpenImage["kind"];

function Shown({ open, analysis_id }: { open: OpenImage; analysis_id: number }) {
  const images = useAtomValue(rowImagesAtom)(open.at);
  const isSmall = useAtomValue(isSmallScreenAtom);
  const thermal = images.find(({ kind }) => kind === "thermal");
  const visible = images.find(({ kind }) => kind === "rgb");
  const [chosen, setChosen] = useState<Show>(isSmall ? open.kind : "both");
  const [zoomed, setZoomed] = useState({ of: open.at, zoom: whole });
  const zoom = zoomed.of === open.at ? zoomed.zoom : whole;
  const setZoom = (next: Zoom) => setZoomed({ of: open.at, zoom: next });
  const thermometer = useThermal(thermal);
  const { palette, setPalette, range, setRange, scale, isReadable, temperature } = thermometer;
  const both = thermal !== undefined && visible !== undefined;
  const show = both ? chosen : thermal ? "thermal" : "rgb";
  const shown = [thermal, visible].filter(
    (image) => image !== undefined && (show === "both" || show === image.kind),
  );
  return (
    <div className={css.lightbox}>
      <div className={css.top}>
        <ImageFacts />
        <Steps />
      </div>
      <div className={css.bar}>
        {both ? (
          <Segments<Show>
            label={t("component:image_kind")}
            options={(["both", "thermal", "rgb"] as const).map((id) => ({
              id,
              label: t(`component:image.${id}`),
            }))}
            value={show}
            onChange={setChosen}
          />
        ) : null}
        <Slider
          label={t("component:zoom")}
          value={zoom.scale}
          minValue={1}
          maxValue={8}
          step={0.25}
          onChange={(next) => setZoom({ ...zoom, scale: next })}
        />
        {isReadable ? (
          <>
            <Select
              label={t("component:palette")}
              size="sm"
              options={thermalPalettes.map((id) => ({
                id,
                label: t(`component:palettes.${id}`),
              }))}
              value={palette}
              onChange={setPalette}
            />
            <Slider
              label={t("component:range")}
              value={[...range]}
              minValue={scale[0]}
              maxValue={scale[1]}
              step={0.5}
              showValue
              thumbLabels={[t("legend:from"), t("legend:to")]}
              format={{ style: "unit", unit: "celsius", maximumFractionDigits: 1 }}
              onChange={([low = scale[0], high = scale[1]]) => setRange([low, high])}
            />
          </>
        ) : null}
      </div>
      <div className={css.panes} data-count={shown.length}>
        {shown.map((image) =>
          image ? (
            <ImagePane
              // The pane stays while J and K change its image, and keeps the focus.
              key={image.kind}
              analysis_id={analysis_id}
              image={image}
              name={componentName(open.at)}
              zoom={zoom}
              onZoom={setZoom}
              thermometer={image.kind === "thermal" ? thermometer : null}
            />
          ) : null,
        )}
      </div>
      {thermal && show !== "rgb" ? (
        <ColourBar
          palette={isReadable ? palette : null}
          range={isReadable ? range : scale}
          temperature={temperature}
        />
      ) : null}
      <p className={css.note} role="status">
        {temperature === null
          ? t("component:zoom_hint")
          : t("component:spot", { celsius: formatNumber(temperature, 1) })}
      </p>
    </div>
  );
}

/** The next finding with images, the one before, and which of them this is. */
function Steps() {
  const places = useAtomValue(imagePlacesAtom);
  const place = useAtomValue(imagePlaceAtom);
  const step = useSetAtom(stepImage);
  if (places.length === 0) return null;
  return (
    <ImageSteps
      place={place}
      count={places.length}
      placeText={t("component:image_place", {
        n: formatNumber(place + 1),
        all: formatNumber(places.length),
      })}
      previousLabel={t("component:previous_image")}
      nextLabel={t("component:next_image")}
      onStep={step}
    />
  );
}
