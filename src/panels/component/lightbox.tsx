// The large images: thermal and visible side by side, zoomed together, with a selectable thermal palette.
import { useState } from "react";
import type { ComponentResult, ResultImage } from "../../domain/analysis/analysis-result.ts";
import { thermalPalettes, type ThermalPalette } from "../../domain/result-file/thermal-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { ImageView, type Recolour } from "./image-view.tsx";
import { ZoomPane, type Zoom } from "./zoom-pane.tsx";
import css from "./component.module.css";

type LightboxProps = {
  analysis_id: number;
  result: ComponentResult;
  first: ResultImage["kind"];
  onClose: () => void;
};
type Show = "both" | ResultImage["kind"];

export function Lightbox({ analysis_id, result, first, onClose }: LightboxProps) {
  const thermal = result.images.find(({ kind }) => kind === "thermal");
  const visible = result.images.find(({ kind }) => kind === "rgb");
  const [show, setShow] = useState<Show>(thermal && visible ? "both" : first);
  const [zoom, setZoom] = useState<Zoom>({ scale: 1, x: 0, y: 0 });
  const scale: readonly [number, number] = [thermal?.scale_min ?? 0, thermal?.scale_max ?? 1];
  const [range, setRange] = useState(scale);
  const [palette, setPalette] = useState<ThermalPalette>("inferno");
  const [isReadable, setReadable] = useState(false);
  const [temperature, setTemperature] = useState<number | null>(null);
  const name = result.pcs || result.dt_id;
  const recolour: Recolour | null = isReadable ? { palette, range } : null;
  const shown = [thermal, visible].filter(
    (image) => image !== undefined && (show === "both" || show === image.kind),
  );
  return (
    <Dialog
      title={t("component:images_of", { name })}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      size="lg"
    >
      <div className={css.lightbox}>
        <div className={css.lightboxBar}>
          {thermal && visible ? (
            <Segments<Show>
              label={t("component:image_kind")}
              options={(["both", "thermal", "rgb"] as const).map((id) => ({
                id,
                label: t(`component:image.${id}`),
              }))}
              value={show}
              onChange={setShow}
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
              <ZoomPane
                key={image.id}
                zoom={zoom}
                onZoom={setZoom}
                label={t(`component:image.${image.kind}`)}
              >
                <ImageView
                  analysis_id={analysis_id}
                  image={image}
                  size="full"
                  name={name}
                  {...(image.kind === "thermal"
                    ? { recolour, onReadable: setReadable, onTemperature: setTemperature }
                    : {})}
                />
              </ZoomPane>
            ) : null,
          )}
        </div>
        <p className={css.note} role="status">
          {temperature === null
            ? t("component:zoom_hint")
            : t("component:spot", { celsius: formatNumber(temperature, 1) })}
        </p>
      </div>
    </Dialog>
  );
}
