import { Webhook } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const webhooksPanel = definePanel({
  id: "webhooks",
  address: "/settings/webhooks",
  dock: "settings",
  title: "desk:webhook.title",
  subtitle: "desk:webhook.subtitle",
  permission: "MANAGE_WEBHOOK",
  menu: "settings",
  icon: Webhook,
  load: async () =>
    (await Promise.all([import("./webhooks.tsx"), needWords("webhook")]))[0].Webhooks,
});
