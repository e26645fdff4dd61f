// The orthomosaics on the map: which are drawn, and the colours of temperatures with the reading below the pointer.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { rampColourAt, rampGradient, rampTexture, type RampId } from "../../domain/colour/ramp.ts";
import { cssOf } from "../../domain/colour/colour.ts";
import { palettes } from "../../domain/colour/value-ramp.ts";
import type { PlacementId } from "../../domain/raster/fit.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  drawnOrthomosaicAtoms,
  kindSwipeAtom,
  previewPlacement,
  shownOrthomosaicsAtom,
  swipeKinds,
  thermalDomainAtom,
  thermalPaletteAtom,
  thermalRangeAtom,
  type DrawnOrthomosaic,
} from "../../state/map/orthomosaic.ts";
import { fadeLayer, shownOpacityAtom } from "../../state/map/layer.ts";
import { thermalViewAtom } from "../../state/map/orthomosaic-thermal.ts";
import { pointerCelsiusAtom } from "../../state/map/orthomosaic-tile.ts";
import { compareAtom } from "../../state/plant/compare/compare.ts";
import { formatNumber, formatPixelSize, t } from "../../state/shell/locale.ts";
import { Histogram } from "../../ui/chart/histogram.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import css from "./orthomosaic-key.module.css";

const COMPONENTS = "components";
const celsius = (value: number) => `${formatNumber(value, 1)} °C`;

/** @param isSmall only what is drawn, as the rest of the legend: the map needs the room */
export function OrthomosaicKey({ isSmall }: { isSmall: boolean }) {
  const { rgb, thermal } = useAtomValue(shownOrthomosaicsAtom);
  const pictures = useAtomValue(drawnOrthomosaicAtoms.rgb.this);
  const measured = useAtomValue(drawnOrthomosaicAtoms.thermal.this);
  const isCompared = useAtomValue(compareAtom)?.mode === "swipe";
  const hasBoth = pictures.length > 0 && measured.length > 0 && !isCompared;
  const isSwiped = useAtomValue(kindSwipeAtom) !== null;
  const swipe = useSetAtom(swipeKinds);
  // Natural colours need no key in a small legend; the layers name the files.
  if ((isSmall ? 0 : rgb.length) + thermal.length === 0) return null;
  return (
    <section className={css.key} aria-label={t("orthomosaic:title")}>
      {isSmall ? null : (
        <>
          <Names title={t("layer:orthomosaic_rgb")} all={rgb} />
          <Names title={t("layer:orthomosaic_thermal")} all={thermal} />
        </>
      )}
      {thermal.length > 0 ? <Temperatures isSmall={isSmall} /> : null}
      {hasBoth && (isSwiped || !isSmall) ? (
        <Switch isSelected={isSwiped} onChange={swipe}>
          {t("orthomosaic:swipe")}
        </Switch>
      ) : null}
      {isSmall ? null : <SeeThrough />}
    </section>
  );
}

function Names({ title, all }: { title: string; all: readonly DrawnOrthomosaic[] }) {
  return all.map((one) => (
    <div key={one.id}>
      <p className={css.name}>
        <strong>{title}</strong>{" "}
        {t("orthomosaic:drawn", {
          name: one.file_name,
          size: formatPixelSize(one.picture.resolution_m),
        })}
      </p>
      {one.fit ? <BeforeAfter one={one} /> : null}
    </div>
  ));
}

/** The picture as its file states its place, and where the check of its fit proposes it. Seen here alone. */
function BeforeAfter({ one }: { one: DrawnOrthomosaic }) {
  const ask = useAtomValue(askAtom);
  const preview = useSetAtom(previewPlacement);
  if (ask("orthomosaic.checkFit", one) !== null) return null;
  return (
    <Segments<PlacementId>
      label={t("orthomosaic:fit.title", { name: one.file_name })}
      options={[
        { id: "stated", label: t("orthomosaic:fit.before") },
        { id: "proposed", label: t("orthomosaic:fit.after") },
      ]}
      value={one.drawn_at}
      onChange={(to) => preview(one.id, to === one.placement ? null : to)}
    />
  );
}

/** Components cover what lies below them. */
function SeeThrough() {
  const opacity = useAtomValue(shownOpacityAtom)(COMPONENTS);
  const fade = useSetAtom(fadeLayer);
  if (opacity === 0) return null;
  return (
    <Slider
      label={t("layer:opacity", { name: t("layer:components") })}
      value={opacity}
      minValue={0.05}
      maxValue={1}
      step={0.05}
      format={{ style: "percent" }}
      onChange={(next) => fade(COMPONENTS, next)}
    />
  );
}

function Temperatures({ isSmall }: { isSmall: boolean }) {
  const view = useAtomValue(thermalViewAtom);
  const [palette, setPalette] = useAtom(thermalPaletteAtom);
  const [range, setRange] = useAtom(thermalRangeAtom);
  const [low, high] = useAtomValue(thermalDomainAtom);
  const ramp = rampTexture(palette);
  const colourAt = (value: number) => cssOf(rampColourAt(ramp, (value - low) / (high - low)));
  const bar = (
    <div>
      <div className={css.bar} style={{ background: rampGradient(ramp) }} aria-hidden="true" />
      <div className={css.ends}>
        <span>{celsius(low)}</span>
        <span>{celsius(high)}</span>
      </div>
    </div>
  );
  if (isSmall) {
    return (
      <>
        {bar}
        <Reading />
      </>
    );
  }
  return (
    <>
      <Select<RampId>
        size="sm"
        label={t("legend:palette.title")}
        options={palettes.sequential.map((id) => ({ id, label: t(`legend:palette.${id}`) }))}
        value={palette}
        onChange={setPalette}
      />
      {bar}
      {view ? (
        <Histogram
          label={t("orthomosaic:histogram")}
          bins={view.bins}
          shown={view.bins}
          domain={view.domain}
          step={0.5}
          colourAt={colourAt}
          brushed={range ?? [low, high]}
          onBrush={setRange}
          thumbLabels={[t("orthomosaic:coldest"), t("orthomosaic:hottest")]}
          format={celsius}
        />
      ) : null}
      <Reading />
      <p className={css.note} role="note">
        {t("orthomosaic:note")}
      </p>
    </>
  );
}

function Reading() {
  const value = useAtomValue(pointerCelsiusAtom);
  return (
    <p className={css.reading}>
      <span>{t("orthomosaic:pointer")}</span>
      <strong>{value === null ? "–" : celsius(value)}</strong>
    </p>
  );
}
