import { HardHat } from "lucide-react";
import { definePanel } from "../panel.ts";

export const workOrdersPanel = definePanel({
  id: "work-orders",
  address: "/plant/:id",
  dock: "left",
  title: "work-order:title",
  permission: { all: ["READ_WORK_ORDER", "READ_FINDING"] },
  icon: HardHat,
  load: async () => (await import("./work-orders.tsx")).WorkOrders,
});
