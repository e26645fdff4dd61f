// The two compared analyses with their dates, in the order in which they were flown.
import { useAtomValue } from "jotai";
import { spaceAtom } from "../../state/map/space.ts";
import { compareAtom, comparedPairAtom } from "../../state/plant/compare/compare.ts";
import { t } from "../../state/shell/locale.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import css from "./legend.module.css";

export function ComparedPair() {
  const pair = useAtomValue(comparedPairAtom);
  const mode = useAtomValue(compareAtom)?.mode;
  const is3d = useAtomValue(spaceAtom) === "3d";
  if (!pair || !mode) return null;
  // Two analyses are drawn on the map alone; a difference has the same colours in 3D.
  if (is3d && mode !== "difference") return <p className={css.pair}>{t("compare:map_only")}</p>;
  const [older, newer] = pair;
  const from = surveyDay(older);
  const to = surveyDay(newer);
  return (
    <p className={css.pair} title={`${older.name} → ${newer.name}`}>
      {mode === "difference"
        ? t("compare:from_to", { from, to })
        : t("compare:beside", { from, to })}
    </p>
  );
}
