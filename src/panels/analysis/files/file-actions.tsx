// What can be done with the marked files: download as ZIP, move, delete.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download, FolderInput, Trash2 } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Unseen } from "../../../domain/coverage/coverage.ts";
import { askAtom, reasonOf, type Asked } from "../../../state/account/ask.ts";
import { reloadCoverage, unseenWithout } from "../../../state/settings/coverage.ts";
import { t } from "../../../state/shell/locale.ts";
import { showDone, showFailure, showFault } from "../../../state/shell/toast.ts";
import { removeFiles, saveFiles } from "../../../state/upload/analysis-file.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/record-panel.tsx";
import { usePending } from "../../pending.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { UnseenWarning, unseenCount } from "./unseen-list.tsx";
import css from "./files.module.css";

type FileActionsProps = {
  analysis: Analysis;
  chosen: ReadonlySet<string>;
  onDone: () => void;
  /** Called with the components that no image shows any more, after files were deleted. */
  onLost: (lost: Unseen) => void;
};

export function FileActions({ analysis, chosen, onDone, onLost }: FileActionsProps) {
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(saveFiles);
  const remove = useSetAtom(removeFiles);
  const [asked, setAsked] = useState<"remove" | "move" | null>(null);
  const [isPending, whilePending] = usePending();
  const [unseen, setUnseen] = useState<Unseen | "checking" | null>(null);
  const [asking, setAsking] = useState<Promise<Unseen | null>>(() => Promise.resolve(null));
  const askToRemove = () => {
    setAsked("remove");
    setUnseen("checking");
    const { signal } = new AbortController();
    // Without a digital twin nothing can be said; the question stands all the same.
    const answer = unseenWithout(analysis.id, [...chosen], signal).catch(() => null);
    setAsking(answer);
    void answer.then(setUnseen);
  };
  if (chosen.size === 0) return null;
  const count = chosen.size;
  const names = [...chosen];
  const run = async (work: () => Promise<void>) => {
    await whilePending(async () => {
      await work();
      onDone();
    });
    setAsked(null);
  };
  const saveAll = async () => {
    const fits = await save(analysis.id, chosen).catch(showFault);
    if (fits === false) showFailure(t("analysis-file:zip_names_long"));
  };
  const removeAll = async () => {
    // Once the files are gone, nothing can say what they alone have shown.
    const lost = await asking;
    await remove(analysis.id, names);
    showDone(t("analysis-file:removed", { count }));
    void reloadCoverage(analysis.id);
    if (lost !== null && unseenCount(lost) > 0) onLost(lost);
  };
  return (
    <div className={css.actions}>
      <Action
        label={t("analysis-file:zip")}
        icon={Download}
        refusal={ask("analysisFile.downloadMany")}
        run={() => void saveAll()}
      />
      <Action
        label={t("analysis-file:move")}
        icon={FolderInput}
        refusal={ask("analysisFile.move", analysis)}
        run={() => setAsked("move")}
      />
      <Action
        label={t("analysis-file:remove")}
        icon={Trash2}
        refusal={ask("analysisFile.remove", analysis)}
        run={askToRemove}
      />
      {asked === "remove" ? (
        <ConfirmDialog
          title={t("analysis-file:remove_question", { count })}
          confirmLabel={t("analysis-file:remove")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void run(removeAll)}
          onClose={() => setAsked(null)}
        >
          <p>{t("analysis-file:remove_text")}</p>
          <UnseenWarning unseen={unseen} />
        </ConfirmDialog>
      ) : null}
      {asked === "move" ? (
        <MoveDialog
          analysis={analysis}
          names={names}
          isPending={isPending}
          onRun={run}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}

type ActionProps = {
  label: string;
  icon: typeof Download;
  refusal: Asked | null;
  run: () => void;
};

function Action({ label, icon: Icon, refusal, run }: ActionProps) {
  if (refusal?.isHidden) return null;
  return (
    <Button
      size="sm"
      reason={reasonOf(refusal)}
      icon={<Icon size={14} aria-hidden="true" />}
      onPress={run}
    >
      {label}
    </Button>
  );
}
