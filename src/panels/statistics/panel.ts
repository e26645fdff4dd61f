import { ChartColumn } from "lucide-react";
import { definePanel } from "../panel.ts";

export const statisticsPanel = definePanel({
  id: "statistics",
  address: "/plant/:id",
  dock: "bottom",
  title: "statistics:title",
  permission: "READ_ANALYSIS_RESULT",
  icon: ChartColumn,
  keys: ["s"],
  load: async () => (await import("./statistics.tsx")).Statistics,
});
