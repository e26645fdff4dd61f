// The file with the notes of the release.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download } from "lucide-react";
import { askAtom } from "../../../state/account/ask.ts";
import { downloadNotes, releaseNoteOf, uploadNotes } from "../../../state/settings/release-mail.ts";
import { valueOf } from "../../../state/shell/loaded.ts";
import { formatBytes, formatDate, t } from "../../../state/shell/locale.ts";
import { showDone, showFault } from "../../../state/shell/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { RecordSection } from "../../../ui/record-panel.tsx";
import css from "./release.module.css";

export function Notes({ id }: { id: number }) {
  const note = valueOf(useAtomValue(releaseNoteOf(id)))?.note ?? null;
  const upload = useSetAtom(uploadNotes);
  const mayWrite = useAtomValue(askAtom)("releaseMail.writeNotes") === null;
  const [isSending, setSending] = useState(false);
  const send = async (file: File) => {
    setSending(true);
    try {
      await upload(id, file);
      showDone(t("release:notes.stored"));
    } catch (cause) {
      showFault(cause);
    } finally {
      setSending(false);
    }
  };
  return (
    <RecordSection title={t("release:notes.title")}>
      <div className={css.section}>
        {note ? (
          <div className={css.acts}>
            <Button
              icon={<Download size={14} aria-hidden="true" />}
              onPress={() => void downloadNotes(id)}
            >
              {note.file_name}
            </Button>
            <small>
              {formatBytes(note.bytes)} · {formatDate(note.created_at)}
              {note.created_by ? ` · ${note.created_by}` : null}
            </small>
          </div>
        ) : (
          <p>{t("release:notes.none")}</p>
        )}
        {mayWrite ? (
          <FileDrop
            label={t(note ? "release:notes.replace" : "release:notes.drop")}
            buttonLabel={t("release:notes.choose")}
            accept={[".pdf", ".txt", ".md"]}
            many={false}
            isDisabled={isSending}
            onFiles={([file]) => void (file && send(file))}
          />
        ) : null}
      </div>
    </RecordSection>
  );
}
