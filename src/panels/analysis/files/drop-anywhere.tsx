// Files can be dropped anywhere on the page of an analysis.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { t } from "../../../state/shell/locale.ts";
import { showNote } from "../../../state/shell/toast.ts";
import { chooseDropped } from "../../../state/upload/chosen.ts";
import { PageDrop } from "../../../ui/form/page-drop.tsx";

type DropAnywhereProps = {
  analysis: Analysis;
  /** Called when files were dropped, to show them. */
  onDropped: () => void;
};

export function DropAnywhere({ analysis, onDropped }: DropAnywhereProps) {
  const refusal = useAtomValue(askAtom)("analysisUpload.create", analysis);
  const choose = useSetAtom(chooseDropped);
  if (refusal?.isHidden === true) return null;
  return (
    <PageDrop
      words={reasonOf(refusal) ?? t("analysis-file:drop_here", { name: analysis.name })}
      isRefused={refusal !== null}
      onRefused={showNote}
      onDrop={(dropped) => {
        void choose(analysis.id, dropped);
        onDropped();
      }}
    />
  );
}
