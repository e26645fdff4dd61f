import { Wrench } from "lucide-react";
import { definePanel } from "../panel.ts";

export const repairsPanel = definePanel({
  id: "repairs",
  address: "/plant/:id",
  dock: "left",
  title: "loss:repair.panel",
  permission: "READ_ANALYSIS_RESULT",
  icon: Wrench,
  load: async () => (await import("./repairs.tsx")).Repairs,
});
