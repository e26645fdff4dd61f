// Work orders for the maintenance system that the plant has: saved as a file, and states that are taken from one.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeftRight, Download } from "lucide-react";
import { workOrderFileFormats } from "../../domain/work-order/work-order-file.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { saveOrders } from "../../state/plant/work-order/file.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { ImportDialog } from "./import-dialog.tsx";

type MenuProps = {
  readonly hasOrders: boolean;
  /** How many the filters leave; null where they leave all. */
  readonly listed: number | null;
};

export function FileMenu({ hasOrders, listed }: MenuProps) {
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(saveOrders);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const [isAsked, setAsked] = useState(false);
  const mayImport = ask("workOrder.importStates", { findings: 0, assigns: false }) === null;
  const n = formatNumber(listed ?? 0);
  const entries = [
    ...(listed === null
      ? []
      : workOrderFileFormats.map((format) => ({
          id: `listed ${format}`,
          label: t(`work-order:file.listed_${format}`, { n }),
          run: () => void save("listed", format),
        }))),
    { id: "csv", label: t("work-order:file.csv"), run: () => void save("all", "csv") },
    { id: "json", label: t("work-order:file.json"), run: () => void save("all", "json") },
    ...(mayImport
      ? [{ id: "import", label: t("work-order:file.import"), run: () => setAsked(true) }]
      : []),
  ];
  if (!hasOrders) return null;
  return (
    <>
      <Menu label={t("work-order:file.title")} groups={[{ entries }]}>
        <IconButton
          size="sm"
          kind="secondary"
          label={t("work-order:file.title")}
          reason={isOffline ? t("offline:needs_network") : null}
        >
          <ArrowLeftRight size={14} aria-hidden="true" />
        </IconButton>
      </Menu>
      {isAsked ? <ImportDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}

/** One order as a file. */
export function OrderFile({ order }: { order: WorkOrder }) {
  const save = useSetAtom(saveOrders);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const entries = workOrderFileFormats.map((format) => ({
    id: format,
    label: t(`work-order:file.${format}`),
    run: () => void save(order, format),
  }));
  return (
    <Menu label={t("work-order:file.one")} groups={[{ entries }]}>
      <IconButton
        size="sm"
        label={t("work-order:file.one")}
        reason={isOffline ? t("offline:needs_network") : null}
      >
        <Download size={14} aria-hidden="true" />
      </IconButton>
    </Menu>
  );
}
