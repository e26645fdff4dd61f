import { ListFilter } from "lucide-react";
import { definePanel } from "../panel.ts";

export const filtersPanel = definePanel({
  id: "filters",
  address: "/plant/:id",
  dock: "left",
  title: "filter:title",
  permission: "READ_ANALYSIS_RESULT",
  icon: ListFilter,
  keys: ["f"],
  load: async () => (await import("./filters.tsx")).Filters,
});
