// Opens the form of the two ends of the ramp.
import { useAtomValue } from "jotai";
import { MoveHorizontal } from "lucide-react";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { chosenDomainsAtom } from "../../state/plant/column/legend.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { editor } from "./editor.tsx";

const RampForm = editor(async () => (await import("./ramp-form.tsx")).RampForm);

export function RampEditor() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const chosen = useAtomValue(chosenDomainsAtom);
  if (!keyFigure) return null;
  return (
    <Popover
      label={t("legend:ends")}
      trigger={
        <IconButton size="sm" label={t("legend:ends")} isOn={chosen[keyFigure.id] !== undefined}>
          <MoveHorizontal size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      <RampForm />
    </Popover>
  );
}
