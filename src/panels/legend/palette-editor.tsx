// Opens the palettes of measured values.
import { useAtomValue } from "jotai";
import { Palette } from "lucide-react";
import { rampKindOf } from "../../domain/colour/ramp.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { paletteChoiceAtom } from "../../state/plant/component/palette.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { editor } from "./editor.tsx";

const PaletteForm = editor(async () => (await import("./palette-form.tsx")).PaletteForm);

export function PaletteEditor() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const choice = useAtomValue(paletteChoiceAtom);
  if (!keyFigure) return null;
  const isOwn = choice[rampKindOf(keyFigure.ramp)] !== null;
  return (
    <Popover
      label={t("legend:palette.title")}
      trigger={
        <IconButton size="sm" label={t("legend:palette.title")} isOn={isOwn}>
          <Palette size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      <PaletteForm />
    </Popover>
  );
}
