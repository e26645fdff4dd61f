// Says beside counts what they are of: values stated by an imported file, or components that pass the filters.
import { useAtomValue } from "jotai";
import { isStated, type Analysis } from "../domain/analysis/analysis.ts";
import type { ComponentType } from "../domain/component/component.ts";
import { analysisAtom } from "../state/plant/analysis/analysis.ts";
import { keyFigureAtom } from "../state/plant/column/key-figure.ts";
import { filterNamesAtom, passingWordsAtom } from "../state/plant/filter/filtered-words.ts";
import { t } from "../state/shell/locale.ts";

/** Of the open analysis and the chosen key figure; nothing where the values were measured here. */
export function Stated({ className }: { className?: string | undefined }) {
  const analysis = useAtomValue(analysisAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  return keyFigure && isStated(analysis, keyFigure.id) ? (
    <p className={className}>{t("headline:evaluation.stated_short")}</p>
  ) : null;
}

/** The same of several analyses: names those whose values are stated. */
export function StatedAmong({
  analyses,
  className,
}: {
  analyses: readonly Analysis[];
  className?: string | undefined;
}) {
  const keyFigure = useAtomValue(keyFigureAtom);
  const stated = keyFigure ? analyses.filter((one) => isStated(one, keyFigure.id)) : [];
  return stated.length === 0 ? null : (
    <p className={className}>
      {t("headline:evaluation.stated_of", { names: stated.map(({ name }) => name).join(", ") })}
    </p>
  );
}

type FilteredProps = {
  className?: string | undefined;
  type: ComponentType;
  /** The numbers beside it count all components, whatever is filtered. */
  isWhole?: boolean;
};

/** Names the filters, and says how many components pass them: nothing without filters. */
export function Filtered({ className, type, isWhole = false }: FilteredProps) {
  const names = useAtomValue(filterNamesAtom);
  const passing = useAtomValue(passingWordsAtom)(type);
  if (names === "") return null;
  return (
    <p className={className}>
      {t("filter:filtered", { names })}
      {passing === "" ? null : ` · ${passing}`}
      {isWhole ? (
        <>
          <br />
          {t("filter:whole")}
        </>
      ) : null}
    </p>
  );
}
