// Says what a bar on the map stands for while its parts are too small to draw.
import { useAtomValue } from "jotai";
import { rampGradient } from "../../domain/colour/ramp.ts";
import { shareRamp } from "../../domain/colour/value-ramp.ts";
import { areDotsShownAtom, drawnBarsAtom } from "../../state/map/drawn-bars.ts";
import {
  allBarsWords,
  barWords,
  dotsWords,
  fewDotsWords,
} from "../../state/plant/column/bar-words.ts";
import { valueRampAtom } from "../../state/plant/component/palette.ts";
import { severityColoursAtom } from "../../state/plant/column/value-colour.ts";
import { formatShare, t } from "../../state/shell/locale.ts";
import css from "./legend.module.css";

export function DrawnBars() {
  const bars = useAtomValue(drawnBarsAtom);
  const severities = useAtomValue(severityColoursAtom);
  const areDotsShown = useAtomValue(areDotsShownAtom);
  if (!bars) return null;
  return (
    <div className={css.bars}>
      <p>{barWords(bars)}</p>
      {bars.aggregate === "share" ? <ShareScale /> : null}
      <p className={css.barCount}>{allBarsWords(bars)}</p>
      {bars.filtered === null ? null : <p className={css.barCount}>{t("legend:bars.passing")}</p>}
      {bars.dots > 0 ? (
        <p className={css.barDots}>
          {areDotsShown ? (
            <span className={css.dot} style={{ background: severities[3] }} aria-hidden="true" />
          ) : null}
          {dotsWords(bars, areDotsShown)}
        </p>
      ) : null}
      {bars.fewDots > 0 ? <p className={css.barCount}>{fewDotsWords(bars, areDotsShown)}</p> : null}
    </div>
  );
}

/** The colour scale of shares, which differs from the key figure's own. */
function ShareScale() {
  const rampOf = useAtomValue(valueRampAtom);
  return (
    <div className={css.shareScale}>
      <span>{formatShare(0)}</span>
      <span className={css.gradient} style={{ background: rampGradient(rampOf(shareRamp)) }} />
      <span>{formatShare(1)}</span>
    </div>
  );
}
