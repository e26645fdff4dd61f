// The form of one record: save, cancel and delete, by button and shortcut.
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useSetAtom } from "jotai";
import { Trash2 } from "lucide-react";
import { reasonOf, type Asked } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { showRefused } from "../../ui/form/show-refused.ts";
import { ConfirmDialog, RecordFrame } from "../../ui/record-panel.tsx";
import { useLeavePanel } from "../unsaved.ts";
import type { RecordDraft } from "./record-draft.ts";

export type RecordRemoval = {
  /** Title and text of the confirmation; they say what is lost. */
  readonly title: string;
  readonly text: ReactNode;
  /** Deletes the record; the form closes when this resolves. */
  readonly run: () => Promise<unknown>;
  /** Why the record cannot be deleted; null if it can. */
  readonly refusal: Asked | null;
};

export type RecordFormProps<Draft extends object> = {
  title: string;
  subtitle?: ReactNode;
  /** From useRecordDraft. Absent: the record is read-only. */
  form?: RecordDraft<Draft>;
  /** Closes the record. Asks first if there are unsaved changes. */
  onClose: () => void;
  remove?: RecordRemoval | undefined;
  saveLabel?: string;
  children: ReactNode;
};

export function RecordForm<Draft extends object>(props: RecordFormProps<Draft>) {
  const { title, subtitle, form, onClose, children } = props;
  const remove = props.remove?.refusal?.isHidden ? undefined : props.remove;
  const frame = useRef<HTMLFormElement>(null);
  const register = useSetAtom(registerCommands);
  const leave = useLeavePanel();
  const latest = useRef({ form, onClose });
  // Before the next key is handled: else Ctrl+S right after typing finds the form as it was before.
  useLayoutEffect(() => {
    latest.current = { form, onClose };
  });
  useEffect(() => {
    const first = frame.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea");
    if (latest.current.form?.isNew && first) first.focus();
    else frame.current?.focus();
  }, []);
  useEffect(() => {
    // The form in a panel behind another one keeps its content, and leaves the keys to what is shown.
    const isShown = () => frame.current?.isConnected ?? false;
    return register([
      {
        id: "record-save",
        name: "record:command.save",
        group: "record:group",
        keys: ["mod+s"],
        inFields: true,
        isEnabled: () => isShown() && latest.current.form !== undefined,
        run: () => {
          if (latest.current.form?.isDirty) void latest.current.form.submit();
        },
      },
      {
        id: "record-close",
        name: "record:command.close",
        group: "record:group",
        keys: ["escape"],
        inFields: true,
        isEnabled: isShown,
        run: () => latest.current.onClose(),
      },
    ]);
  }, [register]);
  const refusals = form?.refusals ?? 0;
  useEffect(() => {
    if (refusals === 0) return;
    const refused = frame.current?.querySelector<HTMLElement>(
      "[aria-invalid=true], [data-invalid] input, [data-invalid] button",
    );
    showRefused(refused);
  }, [refusals]);
  return (
    <RecordFrame
      frameRef={frame}
      title={title}
      subtitle={subtitle}
      closeLabel={t("shell:close")}
      backLabel={t("record:back")}
      onClose={onClose}
      onSubmit={() => void form?.submit()}
      actions={
        form || remove ? (
          <>
            {remove ? (
              <Remove
                {...remove}
                onDone={() => {
                  form?.release();
                  onClose();
                }}
              />
            ) : null}
            <span style={{ flex: 1 }} />
            {form ? (
              <>
                <Button onPress={form.isNew || !form.isDirty ? onClose : () => leave(form.reset)}>
                  {t("shell:cancel")}
                </Button>
                <Button
                  kind="primary"
                  type="submit"
                  isDisabled={!form.isDirty && !form.isNew}
                  isPending={form.isPending}
                >
                  {props.saveLabel ?? t(form.isNew ? "record:create" : "shell:save")}
                </Button>
              </>
            ) : null}
          </>
        ) : null
      }
    >
      {children}
    </RecordFrame>
  );
}

function Remove({ title, text, run, refusal, onDone }: RecordRemoval & { onDone: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [isPending, setPending] = useState(false);
  const reason = reasonOf(refusal);
  const button = (
    <Button
      kind="quiet"
      icon={<Trash2 size={14} aria-hidden="true" />}
      reason={reason}
      onPress={() => setConfirming(true)}
    >
      {t("record:delete")}
    </Button>
  );
  const confirm = async () => {
    setPending(true);
    try {
      await run();
      onDone();
    } catch {
      // The records have shown the error and restored the row.
    }
    setPending(false);
    setConfirming(false);
  };
  return (
    <>
      {button}
      {reason ? <small>{reason}</small> : null}
      {isConfirming ? (
        <ConfirmDialog
          title={title}
          confirmLabel={t("record:delete")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(false)}
        >
          {text}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
