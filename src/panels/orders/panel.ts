import { ReceiptText } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const ordersPanel = definePanel({
  id: "orders",
  address: "/settings/orders",
  dock: "settings",
  title: "desk:order.title",
  subtitle: "desk:order.subtitle",
  permission: "READ_ORDER",
  creates: { name: "desk:order.create", refusal: (ask) => ask("order.create") },
  menu: "settings",
  icon: ReceiptText,
  load: async () => (await Promise.all([import("./orders.tsx"), needWords("order")]))[0].Orders,
});
