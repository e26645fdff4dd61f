// The legend over the map: analysis and key figure, colours, and counts in view.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ChevronUp, RotateCcw } from "lucide-react";
import { carriedCountAtom } from "../../state/plant/column/carried.ts";
import { compareAtom } from "../../state/plant/compare/compare.ts";
import { columnAtom, keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import {
  brushAtom,
  legendModeAtom,
  resetLegend,
  shownClassesAtom,
  histogramAtom,
} from "../../state/plant/column/legend.ts";
import { coverMap } from "../../state/map/cover.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { legendOpenAtom } from "../../state/map/legend-form.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { DrawnBars } from "./drawn-bars.tsx";
import { SmallComponentsEditor } from "./small-components-editor.tsx";
import { ClassList } from "./class-list.tsx";
import { ComparedLack } from "../compared-lack.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Filtered, Stated } from "../stated.tsx";
import { ComparedPair } from "./compared-pair.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { LimitsEditor } from "./limits-editor.tsx";
import { ImageKey } from "./image-key.tsx";
import { ObservationKey } from "./observation-key.tsx";
import { OrthomosaicKey } from "./orthomosaic-key.tsx";
import { PaletteEditor } from "./palette-editor.tsx";
import { Pickers } from "./pickers.tsx";
import { PlainKey } from "./plain-key.tsx";
import { Ramp } from "./ramp.tsx";
import { RampEditor } from "./ramp-editor.tsx";
import { RouteKey } from "./route-key.tsx";
import { SmallLegend } from "./small-legend.tsx";
import css from "./legend.module.css";

export function Legend() {
  const [isOpen, setOpen] = useAtom(legendOpenAtom);
  const plant = useAtomValue(plantAtom);
  const analyses = useAtomValue(analysesAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  if (plant.state !== "ready" || analyses.state === "idle") return null;
  const isSmall = !isOpen && keyFigure !== null && keyFigure !== undefined;
  return (
    <section
      ref={coverMap}
      className={css.legend}
      aria-label={t("legend:title")}
      data-open={isOpen}
    >
      {isSmall ? (
        <SmallLegend keyFigure={keyFigure} onOpen={() => setOpen(true)} />
      ) : (
        <div className={css.head}>
          <Pickers />
          {keyFigure ? (
            <IconButton size="sm" label={t("legend:collapse")} onPress={() => setOpen(false)}>
              <ChevronUp size={15} aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      )}
      {isOpen || !keyFigure ? <Scale /> : null}
      {keyFigure ? <Filtered className={css.filtered} type={keyFigure.component_type} /> : null}
      <ObservationKey />
      <OrthomosaicKey isSmall={isSmall} />
      <ImageKey />
      <RouteKey />
    </section>
  );
}

function Scale() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const column = useAtomValue(columnAtom);
  const mode = useAtomValue(legendModeAtom);
  const compared = useAtomValue(compareAtom);
  const histogram = valueOf(useAtomValue(histogramAtom));
  if (column.state === "failed") {
    return <LoadFault fault={column.fault} isSmall />;
  }
  if (!keyFigure) return <PlainKey />;
  if (column.state === "loading" && !histogram) {
    return <Skeleton label={t("shell:loading")} lines={3} />;
  }
  if (column.state === "idle") {
    return (
      <>
        <p className={css.empty}>{t("legend:no_values")}</p>
        <PlainKey />
      </>
    );
  }
  return (
    <>
      <ComparedPair />
      <ComparedLack />
      {compared?.mode === "difference" ? (
        <DifferenceList />
      ) : (
        <>
          {keyFigure.kind === "f32" ? <Ramp /> : null}
          {mode === "classes" ? <ClassList /> : null}
        </>
      )}
      <DrawnBars />
      <PlainKey />
      <Foot />
    </>
  );
}

function Foot() {
  const mode = useAtomValue(legendModeAtom);
  const histogram = valueOf(useAtomValue(histogramAtom));
  const brushed = useAtomValue(brushAtom);
  const shownClasses = useAtomValue(shownClassesAtom);
  const reset = useSetAtom(resetLegend);
  const carried = useAtomValue(carriedCountAtom);
  const isFiltered = brushed !== null || shownClasses !== null;
  const all = histogram ? histogram.in_view.count + histogram.in_view.missing : 0;
  const words = {
    shown: formatNumber(histogram ? histogram.shown.count + histogram.shown.missing : 0),
    all: formatNumber(all),
    missing: formatNumber(histogram?.in_view.missing ?? 0),
  };
  return (
    <div className={css.foot}>
      <p role="status">
        {histogram ? t("legend:shown_of", words) : " "}
        {histogram && histogram.in_view.missing > 0 ? (
          <span className={css.missing}>{t("legend:without_value", words)}</span>
        ) : null}
        {carried > 0 ? (
          <span className={css.carried}>
            {t("legend:carried", { count: carried, number: formatNumber(carried) })}
          </span>
        ) : null}
      </p>
      <Stated />
      <SmallComponentsEditor />
      {mode === "ramp" ? <RampEditor /> : null}
      {mode === "ramp" ? <PaletteEditor /> : null}
      <LimitsEditor />
      {isFiltered ? (
        <IconButton size="sm" label={t("legend:reset")} onPress={() => reset()}>
          <RotateCcw size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}
