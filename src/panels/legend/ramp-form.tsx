// The values at the two ends of the ramp: set by hand, or reset to the default of the analysis.
import { useAtomValue, useSetAtom } from "jotai";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { chosenDomainsAtom, rampDomainAtom, stretchRamp } from "../../state/plant/column/legend.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./legend.module.css";

export function RampForm() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const [min, max] = useAtomValue(rampDomainAtom);
  const chosen = useAtomValue(chosenDomainsAtom);
  const stretch = useSetAtom(stretchRamp);
  if (!keyFigure) return null;
  const isOwn = chosen[keyFigure.id] !== undefined;
  return (
    <div className={css.limits}>
      <h3>{t("legend:ends")}</h3>
      <NumberField
        label={t("legend:from")}
        value={min}
        step={keyFigure.step}
        maxValue={max}
        unit={keyFigure.unit}
        onChange={(value) => stretch([value, max])}
      />
      <NumberField
        label={t("legend:to")}
        value={max}
        step={keyFigure.step}
        minValue={min}
        unit={keyFigure.unit}
        onChange={(value) => stretch([min, value])}
      />
      <div className={css.actions}>
        <Button size="sm" isDisabled={!isOwn} onPress={() => stretch(null)}>
          {t("legend:ends_reset")}
        </Button>
      </div>
    </div>
  );
}
