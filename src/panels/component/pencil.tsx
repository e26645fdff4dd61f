// The button that opens the form of a value. On a released analysis it is disabled, or asks first.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Lock, Pencil as PencilIcon } from "lucide-react";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { t } from "../../state/shell/locale.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { ReleasedQuestion } from "./released-question.tsx";

type PencilProps = { keyFigure: KeyFigure; isOn: boolean; onPress: () => void };

export function Pencil({ keyFigure, isOn, onPress }: PencilProps) {
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const [isAsking, setAsking] = useState(false);
  if (!analysis) return null;
  const refusal = ask("analysisResult.modifyValue", analysis);
  // Who may never change a value is offered nothing.
  if (refusal?.reason === "permission_missing") return null;
  const isReleased = analysis.visibility === "released";
  const name = keyFigureName(keyFigure);
  const Icon = isReleased ? Lock : PencilIcon;
  return (
    <>
      <IconButton
        size="sm"
        reason={reasonOf(refusal)}
        label={t(isReleased ? "component:change_released" : "component:change", { name })}
        isOn={isOn}
        onPress={() => (isReleased && !isOn ? setAsking(true) : onPress())}
      >
        <Icon size={12} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <ReleasedQuestion
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onPress();
          }}
        />
      ) : null}
    </>
  );
}
