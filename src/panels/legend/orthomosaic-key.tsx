// The orthomosaics on the map: which are drawn, and the colours of temperatures with the reading below the pointer.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { rampColourAt, rampGradient, rampTexture, type RampId } from "../../domain/colour/ramp.ts";
import { cssOf } from "../../domain/colour/colour.ts";
import { palettes } from "../../domain/colour/value-ramp.ts";
import {
  drawnOrthomosaicAtoms,
  kindSwipeAtom,
  shownOrthomosaicsAtom,
  swipeKinds,
  thermalDomainAtom,
  thermalPaletteAtom,
  thermalRangeAtom,
  type DrawnOrthomosaic,
} from "../../state/map/orthomosaic.ts";
import { pointerCelsiusAtom, thermalViewAtom } from "../../state/map/orthomosaic-tile.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Histogram } from "../../ui/chart/histogram.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import css from "./orthomosaic-key.module.css";

const celsius = (value: number) => `${formatNumber(value, 1)} °C`;

export function OrthomosaicKey() {
  const { rgb, thermal } = useAtomValue(shownOrthomosaicsAtom);
  const pictures = useAtomValue(drawnOrthomosaicAtoms.rgb.this);
  const measured = useAtomValue(drawnOrthomosaicAtoms.thermal.this);
  const hasBoth = pictures.length > 0 && measured.length > 0;
  const isSwiped = useAtomValue(kindSwipeAtom) !== null;
  const swipe = useSetAtom(swipeKinds);
  if (rgb.length + thermal.length === 0) return null;
  return (
    <section className={css.key} aria-label={t("orthomosaic:title")}>
      <Names title={t("layer:orthomosaic_rgb")} all={rgb} />
      <Names title={t("layer:orthomosaic_thermal")} all={thermal} />
      {thermal.length > 0 ? <Temperatures /> : null}
      {hasBoth ? (
        <Switch isSelected={isSwiped} onChange={swipe}>
          {t("orthomosaic:swipe")}
        </Switch>
      ) : null}
    </section>
  );
}

function Names({ title, all }: { title: string; all: readonly DrawnOrthomosaic[] }) {
  return all.map(({ id, file_name, picture }) => (
    <p key={id} className={css.name}>
      <strong>{title}</strong>{" "}
      {t("orthomosaic:drawn", {
        name: file_name,
        size: formatNumber(picture.resolution_m * 100, 1),
      })}
    </p>
  ));
}

function Temperatures() {
  const view = useAtomValue(thermalViewAtom);
  const [palette, setPalette] = useAtom(thermalPaletteAtom);
  const [range, setRange] = useAtom(thermalRangeAtom);
  const [low, high] = useAtomValue(thermalDomainAtom);
  const ramp = rampTexture(palette);
  const colourAt = (value: number) => cssOf(rampColourAt(ramp, (value - low) / (high - low)));
  return (
    <>
      <Select<RampId>
        size="sm"
        label={t("legend:palette.title")}
        options={palettes.sequential.map((id) => ({ id, label: t(`legend:palette.${id}`) }))}
        value={palette}
        onChange={setPalette}
      />
      <div>
        <div className={css.bar} style={{ background: rampGradient(ramp) }} aria-hidden="true" />
        <div className={css.ends}>
          <span>{celsius(low)}</span>
          <span>{celsius(high)}</span>
        </div>
      </div>
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
