import { Activity } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const monitoringPanel = definePanel({
  id: "monitoring",
  address: "/settings/monitoring",
  dock: "settings",
  title: "desk:monitoring.title",
  subtitle: "desk:monitoring.subtitle",
  permission: { any: ["READ_QFLY_SERVER", "READ_RUNPOD_SERVER", "READ_TASK"] },
  menu: "settings",
  icon: Activity,
  load: async () =>
    (await Promise.all([import("./monitoring.tsx"), needWords("monitoring")]))[0].Monitoring,
});
