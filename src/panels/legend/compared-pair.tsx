// The two compared analyses with their dates, in the order in which they were flown.
import { useAtomValue } from "jotai";
import { compareAtom, comparedPairAtom } from "../../state/plant/compare.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import css from "./legend.module.css";

export function ComparedPair() {
  const pair = useAtomValue(comparedPairAtom);
  const mode = useAtomValue(compareAtom)?.mode;
  if (!pair || !mode) return null;
  const [older, newer] = pair;
  const from = formatDate(older.flown_at);
  const to = formatDate(newer.flown_at);
  return (
    <p className={css.pair} title={`${older.name} → ${newer.name}`}>
      {mode === "difference"
        ? t("compare:from_to", { from, to })
        : t("compare:beside", { from, to })}
    </p>
  );
}
