// Compares the open analysis with another: swipe between them, or colour the changes.
import { useAtomValue, useSetAtom } from "jotai";
import { GitCompareArrows } from "lucide-react";
import { compareModes, type CompareMode } from "../../domain/plant/view.ts";
import { toleranceSteps } from "../../domain/column/change-tolerance.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { showSpace, spaceAtom } from "../../state/map/space.ts";
import { analysesAtom, analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { compare, compareAtom } from "../../state/plant/compare/compare.ts";
import { measuredBehind } from "../../domain/key-figure/key-figure.ts";
import { filtersOfCountsAtom } from "../../state/plant/filter/filtered-words.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import {
  formatMeasured,
  formatValue,
  keyFigureName,
} from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { DifferenceCounts } from "./difference-counts.tsx";
import { FindingChanges } from "./finding-changes.tsx";
import { ComparedLack } from "../compared-lack.tsx";
import { StatedAmong } from "../stated.tsx";
import css from "./compare.module.css";

export function ComparePanel() {
  const analyses = useAtomValue(analysesAtom);
  const analysis = useAtomValue(analysisAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const compared = useAtomValue(compareAtom);
  const change = useSetAtom(compare);
  const isOffline = useAtomValue(offlineAtom) !== null;
  if (isOffline) return <Alert tone="watch">{t("offline:compare")}</Alert>;
  if (analyses.state === "loading") return <Skeleton label={t("shell:loading")} />;
  const others = (valueOf(analyses) ?? []).filter(
    ({ id, key_figure_ids }) => id !== analysis?.id && key_figure_ids.length > 0,
  );
  if (!analysis || others.length === 0) {
    return (
      <EmptyState
        icon={<GitCompareArrows size={20} aria-hidden="true" />}
        title={t("compare:nothing")}
      >
        {t("compare:nothing_hint")}
      </EmptyState>
    );
  }
  const choose = (analysis_id: number) =>
    change({ analysis_id, mode: compared?.mode ?? "difference" });
  return (
    <div className={css.compare}>
      <dl className={css.pair}>
        <dt>{t("compare:looked_at")}</dt>
        <dd>
          {analysis.name}
          <small>{surveyDay(analysis)}</small>
        </dd>
      </dl>
      <Select
        label={t("compare:with")}
        options={others.map((one) => ({
          id: one.id,
          label: one.name,
          hint: surveyDay(one),
        }))}
        value={compared?.analysis_id ?? null}
        onChange={choose}
        placeholder={t("compare:choose")}
      />
      {compared ? (
        <>
          <Segments<CompareMode>
            label={t("compare:mode")}
            options={compareModes.map((id) => ({ id, label: t(`compare:${id}`) }))}
            value={compared.mode}
            onChange={(mode) => change({ mode })}
          />
          {compared.mode === "difference" ? null : <OnMapAlone />}
          <ComparedLack />
          <StatedAmong
            className={css.note}
            analyses={[analysis, ...others.filter(({ id }) => id === compared.analysis_id)]}
          />
          {compared.mode === "swipe" ? (
            <Slider
              label={t("compare:position")}
              value={compared.position}
              minValue={0}
              maxValue={1}
              step={0.01}
              format={{ style: "percent" }}
              showValue
              onChange={(position) => change({ position })}
            />
          ) : null}
          <CountedAmong />
          <DifferenceCounts />
          <FindingChanges />
          {keyFigure ? <Rule /> : null}
          <Button onPress={() => change(null)}>{t("compare:stop")}</Button>
        </>
      ) : (
        <p className={css.note}>{t("compare:hint")}</p>
      )}
    </div>
  );
}

/** The filters that the counts below are made with. */
function CountedAmong() {
  const names = useAtomValue(filtersOfCountsAtom);
  return names === "" ? null : <p className={css.note}>{t("filter:filtered", { names })}</p>;
}

/** Says in 3D that only the map draws two analyses. */
function OnMapAlone() {
  const is3d = useAtomValue(spaceAtom) === "3d";
  const show = useSetAtom(showSpace);
  if (!is3d) return null;
  return (
    <Alert tone="watch">
      <p>{t("compare:map_only")}</p>
      <Button size="sm" onPress={() => show(null)}>
        {t("space:to_map")}
      </Button>
    </Alert>
  );
}

function Rule() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const limits = useAtomValue(limitsAtom);
  if (!keyFigure) return null;
  if (keyFigure.direction === "neutral") return <p className={css.note}>{t("compare:neutral")}</p>;
  if (keyFigure.kind === "u8") {
    const behind = measuredBehind(keyFigure);
    return (
      <p className={css.note}>
        {t("compare:rule_classes")}
        {behind ? ` ${t("compare:rule_measured", { name: keyFigureName(behind) })}` : null}
      </p>
    );
  }
  const tolerance = formatValue(keyFigure, toleranceSteps(keyFigure, limits) * keyFigure.step);
  const share = keyFigure.uncertainty?.relative ?? 0;
  const { notable_change } = keyFigure;
  const behind = measuredBehind(keyFigure);
  return (
    <p className={css.note}>
      {t("compare:rule", { tolerance })}
      {share > 0 &&
        ` ${t("compare:rule_uncertainty", { percent: formatMeasured({ step: 1 }, share * 100) })}`}
      {share === 0 && keyFigure.uncertainty_by !== undefined && ` ${t("compare:rule_stated")}`}
      {notable_change !== undefined &&
        ` ${t("compare:rule_cannot_tell", { change: formatValue(keyFigure, notable_change) })}`}
      {behind && ` ${t("compare:rule_compared_by", { name: keyFigureName(behind) })}`}
    </p>
  );
}
