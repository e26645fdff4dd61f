// The palette of measured values, with a preview of each as it runs on this ground.
import { useAtomValue, useSetAtom } from "jotai";
import { rampGradient, rampKindOf, type RampId } from "../../domain/colour/ramp.ts";
import { palettes, usualPalettes } from "../../domain/colour/value-ramp.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import {
  choosePalette,
  paletteChoiceAtom,
  valueRampAtom,
} from "../../state/plant/component/palette.ts";
import { t } from "../../state/shell/locale.ts";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import css from "./legend.module.css";

export function PaletteForm() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const choice = useAtomValue(paletteChoiceAtom);
  const rampOf = useAtomValue(valueRampAtom);
  const choose = useSetAtom(choosePalette);
  if (!keyFigure) return null;
  const kind = rampKindOf(keyFigure.ramp);
  const preview = (id: RampId | null) =>
    rampGradient(rampOf(keyFigure, { ...usualPalettes, [kind]: id }));
  return (
    <div className={css.limits}>
      <RadioCards<RampId | "usual">
        label={t("legend:palette.title")}
        hint={t("legend:palette.hint")}
        options={[
          { id: "usual", label: t("legend:palette.usual"), preview: preview(null) },
          ...palettes[kind].map((id) => ({
            id,
            label: t(`legend:palette.${id}`),
            preview: preview(id),
          })),
        ]}
        value={choice[kind] ?? "usual"}
        onChange={(id) => choose(keyFigure.ramp, id === "usual" ? null : id)}
      />
    </div>
  );
}
