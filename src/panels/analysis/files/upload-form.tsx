// Choosing files and folders, the list of what is chosen, and the start of the upload.
import { useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Upload } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { formatBytes, t } from "../../../state/shell/locale.ts";
import { chosenOfAtom, startChosen, unchoose } from "../../../state/upload/chosen.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/feedback.tsx";
import { useLostFocus } from "../../../ui/lost-focus.ts";
import { Checkbox } from "../../../ui/form/toggle.tsx";
import { usePending } from "../../pending.ts";
import { ChooseButton } from "./choose-button.tsx";
import { ChosenList } from "./chosen-list.tsx";
import css from "./files.module.css";

export function UploadForm({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const ask = useAtomValue(askAtom);
  const { taken, refused, isReading } = useAtomValue(chosenOfAtom)(id);
  const refusal = ask("analysisUpload.create", analysis);
  const count = taken.length + refused.length;
  const isEmpty = count === 0;
  const frame = useRef<HTMLElement>(null);
  useLostFocus(frame, count);
  if (refusal?.isHidden) return null;
  const reason = reasonOf(refusal);
  return (
    <section ref={frame} className={css.form} tabIndex={-1} aria-label={t("analysis-file:upload")}>
      <div className={css.choose}>
        <Upload size={20} aria-hidden="true" />
        {reason ? <p>{reason}</p> : <p className={css.invitation}>{t("analysis-file:drop")}</p>}
        <ChooseButton id={id} what="files" reason={reason} />
        <ChooseButton id={id} what="folder" reason={reason} />
      </div>
      {reason ? null : (
        <details>
          <summary>{t("analysis-file:measured.title")}</summary>
          <p>{t("analysis-file:measured.rasters")}</p>
          <p>{t("analysis-file:measured.conditions")}</p>
        </details>
      )}
      {isReading ? <Progress label={t("analysis-file:reading")} value={null} /> : null}
      {isEmpty ? null : (
        <>
          <ChosenList analysis_id={id} taken={taken} refused={refused} />
          <Start analysis={analysis} />
        </>
      )}
    </section>
  );
}

function Start({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const ask = useAtomValue(askAtom);
  const { taken } = useAtomValue(chosenOfAtom)(id);
  const start = useSetAtom(startChosen);
  const clear = useSetAtom(unchoose);
  const [completes, setCompletes] = useState(false);
  const [isPending, whilePending] = usePending();
  // Once the upload has begun, this is what is asked of the server.
  const uploading = { ...analysis, state: "UPLOADING", complete_after_upload: false } as const;
  const later = ask("analysis.progress", { analysis: uploading, event: "after_upload_chosen" });
  const size = taken.reduce((sum, { file }) => sum + file.size, 0);
  const send = async () => {
    await whilePending(async () => {
      await start(analysis, completes && later === null);
    });
  };
  return (
    <div className={css.start}>
      {later?.isHidden ? null : (
        <div className={css.completes}>
          <Checkbox
            isSelected={completes && later === null}
            isDisabled={later !== null}
            onChange={setCompletes}
          >
            {t("analysis-file:complete_after")}
          </Checkbox>
          {later ? <small>{reasonOf(later)}</small> : null}
        </div>
      )}
      <div className={css.acts}>
        <Button onPress={() => clear(id)}>{t("analysis-file:unchoose_all")}</Button>
        <Button
          kind="primary"
          isDisabled={taken.length === 0}
          isPending={isPending}
          onPress={() => void send()}
        >
          {t("analysis-file:start", { count: taken.length, size: formatBytes(size) })}
        </Button>
      </div>
    </div>
  );
}
