// Files can be dropped anywhere on the page of an analysis.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Upload } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { t } from "../../../state/shell/locale.ts";
import { chooseDropped } from "../../../state/upload/chosen.ts";
import css from "./files.module.css";

type DropAnywhereProps = {
  analysis: Analysis;
  /** Called when files were dropped, to show them. */
  onDropped: () => void;
};

export function DropAnywhere({ analysis, onDropped }: DropAnywhereProps) {
  const refusal = useAtomValue(askAtom)("analysisUpload.create", analysis);
  const choose = useSetAtom(chooseDropped);
  const [isOver, setOver] = useState(false);
  const isOff = refusal?.isHidden === true;
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (refusal || !event.dataTransfer) return;
    void choose(analysis.id, event.dataTransfer);
    onDropped();
  });
  useEffect(() => {
    if (isOff) return undefined;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // The pointer left the window, not only an element in it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => onDrop(event);
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [isOff]);
  if (!isOver) return null;
  return (
    <div className={css.over} data-refused={refusal !== null || undefined}>
      <p>
        <Upload size={24} aria-hidden="true" />
        {reasonOf(refusal) ?? t("analysis-file:drop_here", { name: analysis.name })}
      </p>
    </div>
  );
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}
