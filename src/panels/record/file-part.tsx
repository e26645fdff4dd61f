// The file part of an upload form: choose or drop, replace, and progress.
import { useAtomValue } from "jotai";
import { File as FileIcon, X } from "lucide-react";
import { formatBytes, formatShare, t } from "../../state/shell/locale.ts";
import { sendingAtom } from "../../state/import/sending.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Progress } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import css from "./file-part.module.css";

export function FilePart({
  value,
  onChange,
  error,
  label,
  hint,
  accept,
}: {
  value: File | null;
  onChange: (file: File | null) => void;
  error: string | null;
  label: string;
  hint: string;
  accept?: readonly string[];
}) {
  const sending = useAtomValue(sendingAtom);
  if (sending && value) {
    const share = sending.total > 0 ? sending.sent / sending.total : null;
    return (
      <div className={css.sending}>
        <Progress
          label={t("record:file.sending", { name: value.name })}
          value={share}
          note={
            share === null ? undefined : `${formatShare(share, 0)} · ${formatBytes(sending.total)}`
          }
        />
        <Button size="sm" onPress={sending.stop}>
          {t("shell:cancel")}
        </Button>
      </div>
    );
  }
  return (
    <div className={css.part}>
      {value ? (
        <div className={css.file}>
          <FileIcon size={16} aria-hidden="true" />
          <span className={css.name} title={value.name}>
            {value.name}
          </span>
          <small>{formatBytes(value.size)}</small>
          <IconButton size="sm" label={t("record:file.other")} onPress={() => onChange(null)}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <FileDrop
          label={label}
          buttonLabel={t("record:file.choose")}
          hint={hint}
          many={false}
          {...(accept ? { accept } : {})}
          onFiles={([file]) => file && onChange(file)}
        />
      )}
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
