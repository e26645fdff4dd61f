// The buttons of the tray that concern all files.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Pause, Play, X } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import {
  cancelUpload,
  clearUploaded,
  overallAtom,
  pauseUpload,
  resumeUpload,
} from "../../state/upload/upload.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";

export function TrayVerbs() {
  const { files, done, moving, paused, failed } = useAtomValue(overallAtom);
  const pause = useSetAtom(pauseUpload);
  const resume = useSetAtom(resumeUpload);
  const cancel = useSetAtom(cancelUpload);
  const clear = useSetAtom(clearUploaded);
  const [isAsking, setAsking] = useState(false);
  if (done === files) {
    return (
      <Button size="sm" kind="quiet" onPress={() => clear()}>
        {t("upload:clear")}
      </Button>
    );
  }
  const canResume = moving === 0 && paused + failed > 0;
  return (
    <>
      {moving > 0 ? (
        <IconButton size="sm" placement="top" label={t("upload:pause_all")} onPress={() => pause()}>
          <Pause size={15} aria-hidden="true" />
        </IconButton>
      ) : null}
      {canResume ? (
        <IconButton
          size="sm"
          placement="top"
          label={t("upload:resume_all")}
          onPress={() => resume()}
        >
          <Play size={15} aria-hidden="true" />
        </IconButton>
      ) : null}
      <IconButton
        size="sm"
        placement="top"
        label={t("upload:cancel_all")}
        onPress={() => setAsking(true)}
      >
        <X size={15} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <ConfirmDialog
          title={t("upload:cancel_question", { count: files - done })}
          confirmLabel={t("upload:cancel_all")}
          cancel={t("upload:keep")}
          closeLabel={t("shell:close")}
          onConfirm={() => {
            setAsking(false);
            cancel();
          }}
          onClose={() => setAsking(false)}
        >
          {t("upload:cancel_text")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
