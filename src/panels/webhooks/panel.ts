import { Webhook } from "lucide-react";
import { definePanel } from "../panel.ts";

export const webhooksPanel = definePanel({
  id: "webhooks",
  address: "/settings/webhooks",
  dock: "settings",
  title: "webhook:title",
  subtitle: "webhook:subtitle",
  permission: "MANAGE_WEBHOOK",
  menu: "settings",
  icon: Webhook,
  load: async () => (await import("./webhooks.tsx")).Webhooks,
});
