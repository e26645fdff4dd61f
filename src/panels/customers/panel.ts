import { Building2 } from "lucide-react";
import { definePanel } from "../panel.ts";

export const customersPanel = definePanel({
  id: "customers",
  address: "/settings/customers",
  dock: "settings",
  title: "customer:title",
  subtitle: "customer:subtitle",
  permission: "READ_CUSTOMER",
  creates: { name: "customer:new", refusal: (ask) => ask("customer.create") },
  menu: "settings",
  icon: Building2,
  load: async () => (await import("./customers.tsx")).Customers,
});
