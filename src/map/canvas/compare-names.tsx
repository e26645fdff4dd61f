// The dates and names of the two compared analyses on the map.
import { useAtomValue } from "jotai";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { compareAtom, comparedPairAtom } from "../../state/plant/compare/compare.ts";
import { t } from "../../state/shell/locale.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { coverMapBriefly } from "../../state/map/cover.ts";
import { useSheetSpace } from "./sheet-space.ts";
import css from "./compare-names.module.css";

/** One name on each side of the line; one with both dates where the changes are drawn. */
export function CompareNames() {
  const compared = useAtomValue(compareAtom);
  const pair = useAtomValue(comparedPairAtom);
  const space = useSheetSpace();
  if (!compared || !pair || compared.mode === "side") return null;
  const [older, newer] = pair;
  if (compared.mode === "difference") {
    const words = { from: surveyDay(older), to: surveyDay(newer) };
    return (
      <div className={css.frame} style={space}>
        <p ref={coverMapBriefly} className={css.name} data-side="both">
          {t("compare:from_to", words)}
        </p>
      </div>
    );
  }
  const line = { "--line": `${compared.position * 100}%` };
  return (
    <div className={css.frame} style={{ ...space, ...line }}>
      <div className={css.half} data-side="left">
        <AnalysisName analysis={older} />
      </div>
      <div className={css.half} data-side="right">
        <AnalysisName analysis={newer} />
      </div>
    </div>
  );
}

/** "12 Mar 2026 Spring flight". */
export function AnalysisName({ analysis }: { analysis: Analysis }) {
  return (
    <p className={css.name} title={analysis.name}>
      <strong>{surveyDay(analysis)}</strong> <span>{analysis.name}</span>
    </p>
  );
}
