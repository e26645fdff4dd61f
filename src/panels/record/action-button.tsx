// A button that says why it is greyed, and asks before it acts.
import { useState } from "react";
import { reasonOf, type Asked } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";

export function ActionButton({
  label,
  name,
  asked,
  confirm,
  onAct,
}: {
  label: string;
  /** What it acts on. */
  name: string;
  asked: Asked | null;
  /** What follows, in a sentence. */
  confirm: string;
  onAct: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  if (asked?.isHidden) return null;
  const act = async () => {
    setPending(true);
    await onAct();
    setPending(false);
    setAsking(false);
  };
  return (
    <>
      <Button
        size="sm"
        aria-label={`${label}: ${name}`}
        reason={reasonOf(asked)}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`${label}: ${name}`}
          confirmLabel={label}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void act()}
          onClose={() => setAsking(false)}
        >
          {confirm}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
