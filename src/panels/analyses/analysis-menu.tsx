// What may be done with an analysis; what may not be done now says why.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Ellipsis, Eraser, Eye, EyeOff, FileInput, Lock, Trash2, Workflow } from "lucide-react";
import {
  hasResults,
  visibilities,
  type Analysis,
  type Visibility,
} from "../../domain/analysis/analysis.ts";
import { removeAnalysis, removeResults, setVisibility } from "../../state/settings/analyses.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { importAnalysisIdAtom } from "../../state/import/result-import.ts";
import { askAtom, reasonOf, type Asked as Answer } from "../../state/account/ask.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/overlay.tsx";
import { ConfirmAct } from "./confirm-act.tsx";
import { StateForm } from "./state-form.tsx";

const icons = { released: Eye, not_released: Lock, invisible: EyeOff };

type Asked = "state" | "remove" | "remove_results" | Visibility | null;

export function AnalysisMenu({ analysis }: { analysis: Analysis }) {
  const mayAsk = useAtomValue(askAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const change = useSetAtom(setVisibility);
  const remove = useSetAtom(removeAnalysis);
  const empty = useSetAtom(removeResults);
  const open = useSetAtom(openPanel);
  const setImportId = useSetAtom(importAnalysisIdAtom);
  const [asked, ask] = useState<Asked>(null);

  const run = async (act: Promise<void>, said: string) => {
    ask(null);
    try {
      await act;
      showDone(said);
    } catch (cause) {
      showFault(cause);
    }
  };
  const setTo = (wanted: Visibility) =>
    run(change(analysis.id, wanted), t(`analyses:done.${wanted}`, { name: analysis.name }));

  const entries: MenuEntry[] = [];
  const offer = (asked: Answer | null, entry: MenuEntry) => {
    const reason = reasonOf(asked);
    if (asked?.isHidden) return;
    entries.push(reason === null ? entry : { ...entry, isDisabled: true, hint: reason });
  };
  const target = { analysis, plant: { digitized: plant?.digitized ?? false } };
  offer(mayAsk("analysisResult.importFile", target), {
    id: "import",
    label: t("analyses:act.import"),
    icon: <FileInput size={15} aria-hidden="true" />,
    run: () => {
      setImportId(analysis.id);
      open("result-import");
    },
  });
  for (const wanted of visibilities.filter((one) => one !== analysis.visibility)) {
    const Icon = icons[wanted];
    offer(mayAsk("analysis.setVisibility", { analysis, visibility: wanted }), {
      id: wanted,
      label: t(`analyses:act.${wanted}`),
      icon: <Icon size={15} aria-hidden="true" />,
      // Taking back what customers have seen is asked about first.
      run: () => (analysis.visibility === "released" ? ask(wanted) : void setTo(wanted)),
    });
  }
  offer(mayAsk("analysis.setState"), {
    id: "state",
    label: t("analyses:act.state"),
    icon: <Workflow size={15} aria-hidden="true" />,
    run: () => ask("state"),
  });
  if (hasResults(analysis)) {
    offer(mayAsk("analysisResult.remove", analysis), {
      id: "remove_results",
      label: t("analyses:act.remove_results"),
      tone: "danger",
      icon: <Eraser size={15} aria-hidden="true" />,
      run: () => ask("remove_results"),
    });
  }
  offer(mayAsk("analysis.remove", analysis), {
    id: "remove",
    label: t("analyses:act.remove"),
    tone: "danger",
    icon: <Trash2 size={15} aria-hidden="true" />,
    run: () => ask("remove"),
  });
  if (entries.length === 0) return null;
  return (
    <>
      <Menu label={t("analyses:acts", { name: analysis.name })} groups={[{ entries }]}>
        <IconButton label={t("analyses:acts", { name: analysis.name })} size="sm">
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Menu>
      {asked === "state" ? <StateForm analysis={analysis} onClose={() => ask(null)} /> : null}
      {asked === "remove_results" ? (
        <ConfirmAct
          title={t("analyses:remove_results.title", { name: analysis.name })}
          text={t("analyses:remove_results.text")}
          act={t("analyses:act.remove_results")}
          onClose={() => ask(null)}
          onConfirm={() =>
            void run(empty(analysis.id), t("analyses:done.remove_results", { name: analysis.name }))
          }
        />
      ) : null}
      {asked === "remove" ? (
        <ConfirmAct
          title={t("analyses:remove.title", { name: analysis.name })}
          text={t("analyses:remove.text")}
          act={t("analyses:act.remove")}
          onClose={() => ask(null)}
          onConfirm={() =>
            void run(remove(analysis.id), t("analyses:done.removed", { name: analysis.name }))
          }
        />
      ) : null}
      {asked === "not_released" || asked === "invisible" ? (
        <ConfirmAct
          title={t("analyses:unrelease.title", { name: analysis.name })}
          text={t("analyses:unrelease.text")}
          act={t(`analyses:act.${asked}`)}
          onClose={() => ask(null)}
          onConfirm={() => void setTo(asked)}
        />
      ) : null}
    </>
  );
}
