// Work orders for the maintenance system that the plant has: saved as a file, and states that are taken from one.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeftRight } from "lucide-react";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { saveOrders } from "../../state/plant/work-order/file.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { ImportDialog } from "./import-dialog.tsx";

export function FileMenu({ hasOrders }: { hasOrders: boolean }) {
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(saveOrders);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const [isAsked, setAsked] = useState(false);
  const mayImport = ask("workOrder.importStates", { findings: 0 }) === null;
  const entries = [
    { id: "csv", label: t("work-order:file.csv"), run: () => void save("csv") },
    { id: "json", label: t("work-order:file.json"), run: () => void save("json") },
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
