// The mark in the header, on every page, while observations wait on this device; it opens their list. It also
// begins to send them once the user is known.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { CloudAlert, CloudUpload } from "lucide-react";
import { meAtom } from "../../state/account/me.ts";
import { outboxAtom, startOutbox } from "../../state/observation/outbox.ts";
import { outboxOpenAtom } from "../../state/observation/waiting.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { limits } from "../../domain/limits.ts";
import { Button } from "../../ui/button.tsx";
import { chunk } from "../../ui/chunk.tsx";
import { LatePart } from "../page/late-part.tsx";

const OutboxDialog = chunk(
  async () => (await import("./outbox-dialog.tsx")).OutboxDialog,
  limits.chunkLoadMs,
);

export function OutboxMark() {
  const { entries, storage: fault, isSlow } = useAtomValue(outboxAtom);
  const storage = isSlow ? null : fault;
  const account_id = valueOf(useAtomValue(meAtom))?.id;
  const start = useSetAtom(startOutbox);
  const [isOpen, setOpen] = useAtom(outboxOpenAtom);
  useEffect(() => {
    if (account_id !== undefined) start(account_id);
  }, [account_id, start]);
  const count = entries.length;
  if (count === 0 && storage === null && !isOpen) return null;
  const needsAuthor = storage !== null || entries.some(({ state }) => state !== "waiting");
  const Icon = needsAuthor ? CloudAlert : CloudUpload;
  return (
    <>
      <Button
        size="sm"
        icon={<Icon size={15} aria-hidden="true" />}
        aria-label={storage === null ? t("outbox:mark", { count }) : t("outbox:mark_fault")}
        onPress={() => setOpen(true)}
      >
        {storage === null ? formatNumber(count) : "!"}
      </Button>
      <LatePart>{isOpen ? <OutboxDialog onClose={() => setOpen(false)} /> : null}</LatePart>
    </>
  );
}
