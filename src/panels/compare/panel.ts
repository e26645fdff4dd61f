import { GitCompareArrows } from "lucide-react";
import { definePanel } from "../panel.ts";

export const comparePanel = definePanel({
  id: "compare",
  address: "/plant/:id",
  dock: "left",
  title: "compare:title",
  permission: "READ_ANALYSIS_RESULT",
  icon: GitCompareArrows,
  keys: ["c"],
  load: async () => (await import("./compare.tsx")).ComparePanel,
});
