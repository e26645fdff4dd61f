// Settings for components too small to draw: their aggregate, and patterns for severities.
import { useAtomValue, useSetAtom } from "jotai";
import { Binoculars } from "lucide-react";
import { aggregates, usualAggregate } from "../../domain/column/aggregate.ts";
import {
  chooseAggregate,
  chosenAggregateAtom,
  patternAtom,
  showPattern,
} from "../../state/map/detail.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import css from "./legend.module.css";

export function SmallComponentsEditor() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const chosen = useAtomValue(chosenAggregateAtom);
  const pattern = useAtomValue(patternAtom);
  const choose = useSetAtom(chooseAggregate);
  const show = useSetAtom(showPattern);
  if (!keyFigure) return null;
  const usual = usualAggregate(keyFigure.component_type);
  return (
    <Popover
      label={t("legend:afar")}
      trigger={
        <IconButton size="sm" label={t("legend:afar")} isOn={chosen !== null}>
          <Binoculars size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      <div className={css.limits}>
        <h3>{t("legend:afar")}</h3>
        <Select
          label={t("legend:afar_shows")}
          options={[
            {
              id: "usual",
              label: t("legend:afar_usual"),
              hint: t(`legend:aggregate.${usual}.name`),
            },
            ...aggregates.map((id) => ({
              id,
              label: t(`legend:aggregate.${id}.name`),
              hint: t(`legend:aggregate.${id}.hint`),
            })),
          ]}
          value={chosen ?? "usual"}
          onChange={(id) => choose(id === "usual" ? null : id)}
        />
        <Switch isSelected={pattern} onChange={show}>
          {t("legend:pattern")}
        </Switch>
      </div>
    </Popover>
  );
}
