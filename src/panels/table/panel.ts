import { Table2 } from "lucide-react";
import { definePanel } from "../panel.ts";

export const tablePanel = definePanel({
  id: "table",
  address: "/plant/:id",
  dock: "bottom",
  title: "table:title",
  permission: "READ_ANALYSIS_RESULT",
  icon: Table2,
  keys: ["t"],
  needsRoom: true,
  load: async () => (await import("./table.tsx")).ComponentTable,
});
