import { Activity } from "lucide-react";
import { definePanel } from "../panel.ts";

export const monitoringPanel = definePanel({
  id: "monitoring",
  address: "/settings/monitoring",
  dock: "settings",
  title: "monitoring:title",
  subtitle: "monitoring:subtitle",
  permission: { any: ["READ_QFLY_SERVER", "READ_RUNPOD_SERVER", "READ_TASK"] },
  menu: "settings",
  icon: Activity,
  load: async () => (await import("./monitoring.tsx")).Monitoring,
});
