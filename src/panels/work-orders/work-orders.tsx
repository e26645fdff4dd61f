// The work orders of the plant: listed, and one of them opened with its findings and its walk.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { FilterX, HardHat } from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { noOrderFilter } from "../../domain/work-order/work-order-list.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { stateFileAtom } from "../../state/import/handed-file.ts";
import { prepareKeeping } from "../../state/observation/keep-on-device.ts";
import { followFindings } from "../../state/plant/finding/life.ts";
import { orderViewAtom } from "../../state/plant/finding/view.ts";
import { orderFilterAtom, shownOrdersAtom } from "../../state/plant/work-order/listed.ts";
import {
  openedOrderAtom,
  reloadOrders,
  workOrdersAtom,
} from "../../state/plant/work-order/order.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { useStayCurrent } from "../stay-current.ts";
import { FindingsFault } from "./findings-fault.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { Opened } from "./opened.tsx";
import { OrderBoard } from "./order-board.tsx";
import { OrderCalendar } from "./order-calendar.tsx";
import { OrderRows } from "./order-rows.tsx";
import { Tools } from "./tools.tsx";
import css from "./work-orders.module.css";

export function WorkOrders() {
  useEffect(prepareKeeping, []);
  const orders = useAtomValue(workOrdersAtom);
  const opened = useAtomValue(openedOrderAtom);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const follow = useSetAtom(followFindings);
  // Crews report from the field while a person at the desk looks on.
  useEffect(() => {
    if (!isOffline) void reloadOrders();
  }, [isOffline]);
  useStayCurrent(() => follow("orders", reloadOrders), isOffline ? null : limits.listPollMs);
  if (isOffline && orders.state === "failed") {
    return <Alert tone="watch">{t("work-order:offline")}</Alert>;
  }
  if (orders.state === "failed") return <LoadFault fault={orders.fault} />;
  if (orders.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  if (opened) {
    return (
      <>
        <HandedStates />
        <Opened key={opened.id} order={opened} />
      </>
    );
  }
  return (
    <div className={css.panel}>
      <HandedStates />
      <Tools all={orders.value} />
      {orders.value.length > 0 ? <FindingsFault /> : null}
      {orders.value.length === 0 ? (
        <EmptyState icon={<HardHat size={20} aria-hidden="true" />} title={t("work-order:empty")}>
          {t("work-order:empty_text")}
        </EmptyState>
      ) : (
        <Shown />
      )}
    </div>
  );
}

/** The import of a file that was dropped on the map, also over an opened order. */
function HandedStates() {
  const [handed, hand] = useAtom(stateFileAtom);
  const mayImport = useAtomValue(askAtom)("workOrder.importStates", noneYet) === null;
  const isOffline = useAtomValue(offlineAtom) !== null;
  if (!handed || !mayImport) return null;
  if (isOffline)
    return (
      <Alert tone="watch" title={handed.name}>
        {t("offline:needs_network")}
      </Alert>
    );
  const key = `${handed.name} ${handed.lastModified} ${handed.size}`;
  return <ImportDialog key={key} handed={handed} onClose={() => hand(null)} />;
}
/** What the file changes is asked once it is read. */
const noneYet = { findings: 0, assigns: false };

function Shown() {
  const shown = useAtomValue(shownOrdersAtom);
  const view = useAtomValue(orderViewAtom);
  const [, setFilter] = useAtom(orderFilterAtom);
  if (shown.length > 0 && view === "board") return <OrderBoard />;
  if (shown.length > 0 && view === "calendar") return <OrderCalendar />;
  if (shown.length > 0) return <OrderRows orders={shown} />;
  return (
    <EmptyState
      icon={<FilterX size={20} aria-hidden="true" />}
      title={t("work-order:no_match")}
      actions={
        <Button onPress={() => setFilter(noOrderFilter)}>{t("finding:filter.reset")}</Button>
      }
    />
  );
}
