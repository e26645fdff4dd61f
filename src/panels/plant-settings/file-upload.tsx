// An area for one file of the plant: its progress, and why it was rejected.
import { useState } from "react";
import type { Refusal } from "../../domain/error.ts";
import { faultWords, problemWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Alert, Progress } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import css from "./plant-settings.module.css";

type FileUploadProps = {
  /** Where its words are: drop, choose, sending, reading, refused. */
  words: "plant-settings:terrain" | "plant-settings:model";
  hint: string;
  accept: readonly string[];
  refusalOf: (file: { name: string; bytes: number }) => Refusal | null;
  /** Returns what is said once the file is stored. */
  send: (file: File, onProgress: (share: number) => void) => Promise<string>;
};

type Refused = { readonly name: string; readonly reasons: readonly string[] };
type Sending = { readonly name: string; readonly share: number };

export function FileUpload({ words, hint, accept, refusalOf, send }: FileUploadProps) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const take = async ([file]: File[]) => {
    if (!file || sending) return;
    const { name, size } = file;
    setRefused(null);
    const refusal = refusalOf({ name, bytes: size });
    if (refusal) {
      setRefused({ name, reasons: [problemWords(refusal)] });
      return;
    }
    setSending({ name, share: 0 });
    try {
      showDone(await send(file, (share) => setSending({ name, share })));
    } catch (cause) {
      const { details, title } = faultWords(cause);
      setRefused({ name, reasons: details.length > 0 ? details : [title] });
    }
    setSending(null);
  };
  return (
    <>
      <FileDrop
        label={t(`${words}.drop`)}
        buttonLabel={t(`${words}.choose`)}
        hint={hint}
        accept={accept}
        many={false}
        isDisabled={sending !== null}
        onFiles={(files) => void take(files)}
      />
      {sending ? (
        <Progress
          label={t(`${words}.${sending.share < 1 ? "sending" : "reading"}`, { name: sending.name })}
          value={sending.share < 1 ? sending.share : null}
        />
      ) : null}
      {refused ? (
        <Alert
          tone="danger"
          title={t(`${words}.refused`, { name: refused.name })}
          dismissLabel={t("shell:close")}
          onDismiss={() => setRefused(null)}
        >
          <ul className={css.reasons}>
            {refused.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  );
}
