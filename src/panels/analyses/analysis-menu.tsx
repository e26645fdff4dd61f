// The menu of an analysis. An unavailable entry says why.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Ellipsis, Eraser, FileInput, Trash2, Workflow } from "lucide-react";
import { hasResults, type Analysis } from "../../domain/analysis/analysis.ts";
import { removeAnalysis, removeResults } from "../../state/settings/analyses.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { importAnalysisIdAtom } from "../../state/import/result-import.ts";
import { askAtom, reasonOf, type Asked as Answer } from "../../state/account/ask.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/overlay.tsx";
import { useVisibility } from "../release/visibility.tsx";
import { ConfirmAction } from "./confirm-action.tsx";
import { StateForm } from "./state-form.tsx";

type OpenDialog = "state" | "remove" | "remove_results" | null;

export function AnalysisMenu({ analysis }: { analysis: Analysis }) {
  const ask = useAtomValue(askAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const remove = useSetAtom(removeAnalysis);
  const empty = useSetAtom(removeResults);
  const open = useSetAtom(openPanel);
  const setImportId = useSetAtom(importAnalysisIdAtom);
  const { choices, question } = useVisibility(analysis);
  const [dialog, setDialog] = useState<OpenDialog>(null);

  const run = async (change: Promise<void>, doneText: string) => {
    setDialog(null);
    try {
      await change;
      showDone(doneText);
    } catch (cause) {
      showFault(cause);
    }
  };
  const entries: MenuEntry[] = [];
  const offer = (refusal: Answer | null, entry: MenuEntry) => {
    const reason = reasonOf(refusal);
    if (refusal?.isHidden) return;
    entries.push(reason === null ? entry : { ...entry, isDisabled: true, hint: reason });
  };
  const target = { analysis, plant: { digitized: plant?.digitized ?? false } };
  offer(ask("analysisResult.importFile", target), {
    id: "import",
    label: t("analyses:act.import"),
    icon: <FileInput size={15} aria-hidden="true" />,
    run: () => {
      setImportId(analysis.id);
      open("result-import");
    },
  });
  for (const { visibility, label, icon: Icon, refusal, run: setTo } of choices) {
    const icon = <Icon size={15} aria-hidden="true" />;
    offer(refusal, { id: visibility, label, icon, run: setTo });
  }
  offer(ask("analysis.setState"), {
    id: "state",
    label: t("analyses:act.state"),
    icon: <Workflow size={15} aria-hidden="true" />,
    run: () => setDialog("state"),
  });
  if (hasResults(analysis)) {
    offer(ask("analysisResult.remove", analysis), {
      id: "remove_results",
      label: t("analyses:act.remove_results"),
      tone: "danger",
      icon: <Eraser size={15} aria-hidden="true" />,
      run: () => setDialog("remove_results"),
    });
  }
  offer(ask("analysis.remove", analysis), {
    id: "remove",
    label: t("analyses:act.remove"),
    tone: "danger",
    icon: <Trash2 size={15} aria-hidden="true" />,
    run: () => setDialog("remove"),
  });
  if (entries.length === 0) return null;
  return (
    <>
      <Menu label={t("analyses:acts", { name: analysis.name })} groups={[{ entries }]}>
        <IconButton label={t("analyses:acts", { name: analysis.name })} size="sm">
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Menu>
      {dialog === "state" ? (
        <StateForm analysis={analysis} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "remove_results" ? (
        <ConfirmAction
          title={t("analyses:remove_results.title", { name: analysis.name })}
          text={t("analyses:remove_results.text")}
          confirmLabel={t("analyses:act.remove_results")}
          onClose={() => setDialog(null)}
          onConfirm={() =>
            void run(empty(analysis.id), t("analyses:done.remove_results", { name: analysis.name }))
          }
        />
      ) : null}
      {dialog === "remove" ? (
        <ConfirmAction
          title={t("analyses:remove.title", { name: analysis.name })}
          text={t("analyses:remove.text")}
          confirmLabel={t("analyses:act.remove")}
          onClose={() => setDialog(null)}
          onConfirm={() =>
            void run(remove(analysis.id), t("analyses:done.removed", { name: analysis.name }))
          }
        />
      ) : null}
      {question}
    </>
  );
}
