// The notes that came with the release of the current analysis, as a download.
import { useAtomValue } from "jotai";
import { FileText } from "lucide-react";
import { askAtom } from "../../state/account/ask.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { downloadNotes, releaseNoteOf } from "../../state/settings/release-mail.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatBytes, formatDate, t } from "../../state/shell/locale.ts";
import css from "./headline.module.css";

/** Nothing without notes, or for who may not read them. */
export function ReleaseNotes() {
  const id = useAtomValue(analysisIdAtom);
  const mayRead = useAtomValue(askAtom)("releaseMail.readNotes") === null;
  return id === null || !mayRead ? null : <NotesOf id={id} />;
}

function NotesOf({ id }: { id: number }) {
  const note = valueOf(useAtomValue(releaseNoteOf(id)))?.note ?? null;
  if (note === null) return null;
  const { file_name, bytes, created_at } = note;
  return (
    <p className={css.notes}>
      <FileText size={14} aria-hidden="true" />
      <span>
        {t("release:notes.title")}:{" "}
        <button type="button" className={css.link} onClick={() => void downloadNotes(id)}>
          {file_name}
        </button>{" "}
        <small className={css.quiet}>
          {formatBytes(bytes)} · {formatDate(created_at)}
        </small>
      </span>
    </p>
  );
}
