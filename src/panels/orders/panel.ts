import { ReceiptText } from "lucide-react";
import { definePanel } from "../panel.ts";

export const ordersPanel = definePanel({
  id: "orders",
  address: "/settings/orders",
  dock: "settings",
  title: "order:title",
  subtitle: "order:subtitle",
  permission: "READ_ORDER",
  creates: { name: "order:create", refusal: (ask) => ask("order.create") },
  menu: "settings",
  icon: ReceiptText,
  load: async () => (await import("./orders.tsx")).Orders,
});
