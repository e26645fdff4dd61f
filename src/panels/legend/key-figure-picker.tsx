// Selects the key figure: in groups by what is inspected, with findings, one line of explanation and a search.
import { useMemo } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { componentTypeIds } from "../../domain/component/component.ts";
import type { KeyFigure, Severity } from "../../domain/key-figure/key-figure.ts";
import { findingCount, type HeadlineFigure } from "../../domain/plant/headline.ts";
import { headlineFiguresAtom } from "../../state/plant/analysis/headline.ts";
import {
  chooseKeyFigure,
  columnAtom,
  keyFigureAtom,
  keyFiguresAtom,
} from "../../state/plant/column/key-figure.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import {
  componentTypeName,
  keyFigureDescription,
  keyFigureName,
} from "../../state/plant/column/value-words.ts";
import { disabledKeyFiguresAtom } from "../../state/settings/enabled-key-figure.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { GroupedSelect, type GroupedOption } from "../../ui/form/grouped-select.tsx";
import css from "./legend.module.css";

export function KeyFigurePicker() {
  const keyFigures = useAtomValue(keyFiguresAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const column = useAtomValue(columnAtom);
  const counts = useAtomValue(headlineFiguresAtom);
  const off = useAtomValue(disabledKeyFiguresAtom);
  const choose = useSetAtom(chooseKeyFigure);
  const groups = useMemo(() => {
    const optionOf = (one: KeyFigure): GroupedOption => ({
      id: one.id,
      label: keyFigureName(one),
      hint: off.has(one.id)
        ? `${t("plant-settings:figure.off")} · ${keyFigureDescription(one)}`
        : keyFigureDescription(one),
      mark: <Findings keyFigure={one} figure={counts.get(one.id)} />,
    });
    return componentTypeIds.flatMap((type) => {
      const options = keyFigures.filter(({ component_type }) => component_type === type);
      const title = componentTypeName(type, true);
      return options.length === 0 ? [] : [{ id: type, title, options: options.map(optionOf) }];
    });
  }, [keyFigures, counts, off]);
  return (
    <GroupedSelect
      label={t("legend:key_figure")}
      groups={groups}
      value={keyFigure?.id ?? null}
      onChange={choose}
      isDisabled={keyFigures.length === 0}
      placeholder={t(
        // Whether it has results is known only once the server has answered.
        column.state === "loading" || column.state === "failed"
          ? "legend:key_figure"
          : "legend:no_key_figures",
      )}
      searchLabel={t("legend:find_key_figure")}
      clearLabel={t("shell:clear")}
      empty={t("legend:no_such_key_figure")}
    />
  );
}

/** The number of findings with the symbol of the worst; nothing for key figures that are not judged. */
function Findings({
  keyFigure,
  figure,
}: {
  keyFigure: KeyFigure;
  figure: HeadlineFigure | undefined;
}) {
  const colours = useAtomValue(severityColoursAtom);
  const isJudged = keyFigure.kind === "u8" || keyFigure.limits.length > 0;
  if (!figure || keyFigure.direction === "neutral" || !isJudged) return null;
  const count = findingCount(figure);
  const worst = figure.severity_counts.findLastIndex((one) => one > 0) as Severity | -1;
  if (count === 0 || worst === -1) return t("legend:findings_none");
  return (
    <span className={css.findings}>
      <SeverityMark symbol={severitySymbol(worst)} colour={colours[worst]} size={10} />
      {t("legend:findings", { count, number: formatNumber(count) })}
    </span>
  );
}
