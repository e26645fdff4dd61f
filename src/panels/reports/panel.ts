import { FileText } from "lucide-react";
import { definePanel } from "../panel.ts";

export const reportsPanel = definePanel({
  id: "reports",
  address: "/plant/:id",
  dock: "left",
  title: "report:title",
  permission: { any: ["READ_REPORT", "CREATE_REPORT"] },
  icon: FileText,
  load: async () => (await import("./reports.tsx")).Reports,
});
