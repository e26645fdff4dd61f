// The mark in the header, on every page, while observations wait on this device; it opens their list. It also
// begins to send them once the user is known.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { CloudAlert, CloudUpload } from "lucide-react";
import { meAtom } from "../../state/account/me.ts";
import { outboxAtom, startOutbox } from "../../state/observation/outbox.ts";
import { keptChangesAtom, startOrderOutbox } from "../../state/plant/work-order/kept.ts";
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
  const kept = useAtomValue(keptChangesAtom);
  const start = useSetAtom(startOutbox);
  const startOrders = useSetAtom(startOrderOutbox);
  const [isOpen, setOpen] = useAtom(outboxOpenAtom);
  useEffect(() => {
    if (account_id === undefined) return;
    start(account_id);
    startOrders(account_id);
  }, [account_id, start, startOrders]);
  const count = entries.length + kept.length;
  if (count === 0 && storage === null && !isOpen) return null;
  const needsAuthor =
    storage !== null || [...entries, ...kept].some(({ state }) => state !== "waiting");
  const words = [
    ...(entries.length > 0 || kept.length === 0
      ? [t("outbox:mark", { count: entries.length })]
      : []),
    ...(kept.length > 0 ? [t("outbox:order.mark", { count: kept.length })] : []),
  ].join(", ");
  const Icon = needsAuthor ? CloudAlert : CloudUpload;
  return (
    <>
      <Button
        size="sm"
        icon={<Icon size={15} aria-hidden="true" />}
        aria-label={storage === null ? words : t("outbox:mark_fault")}
        onPress={() => setOpen(true)}
      >
        {storage === null ? formatNumber(count) : "!"}
      </Button>
      <LatePart>{isOpen ? <OutboxDialog onClose={() => setOpen(false)} /> : null}</LatePart>
    </>
  );
}
