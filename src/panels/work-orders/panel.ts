import { HardHat } from "lucide-react";
import { WORK_ORDERS_PANEL } from "../../state/plant/work-order/order.ts";
import { definePanel } from "../panel.ts";

export const workOrdersPanel = definePanel({
  id: WORK_ORDERS_PANEL,
  address: "/plant/:id",
  dock: "left",
  title: "work-order:title",
  permission: { all: ["READ_WORK_ORDER", "READ_FINDING"] },
  icon: HardHat,
  load: async () => (await import("./work-orders.tsx")).WorkOrders,
});
