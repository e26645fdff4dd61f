import { FileText } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const reportsPanel = definePanel({
  id: "reports",
  address: "/plant/:id",
  dock: "left",
  title: "desk:report.title",
  permission: { any: ["READ_REPORT", "CREATE_REPORT"] },
  icon: FileText,
  load: async () => (await Promise.all([import("./reports.tsx"), needWords("report")]))[0].Reports,
});
