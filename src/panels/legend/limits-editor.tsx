// The editor of the key figure's severity limits at this plant.
import { useAtomValue } from "jotai";
import { SlidersHorizontal } from "lucide-react";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { editor } from "./editor.tsx";

const LimitsForm = editor(async () => (await import("./limits-form.tsx")).LimitsForm);

export function LimitsEditor() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const limits = useAtomValue(limitsAtom);
  const refusal = useAtomValue(askAtom)("plant.updateLimits");
  if (refusal?.isHidden || keyFigure?.kind !== "f32" || keyFigure.limits.length === 0) return null;
  const trigger = (
    <IconButton size="sm" label={t("legend:limits")} reason={reasonOf(refusal)}>
      <SlidersHorizontal size={14} aria-hidden="true" />
    </IconButton>
  );
  if (refusal) return trigger;
  return (
    <Popover label={t("legend:limits")} trigger={trigger}>
      {(close) => <LimitsForm key={limits.join()} onDone={close} />}
    </Popover>
  );
}
