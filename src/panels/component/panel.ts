import { SquareActivity } from "lucide-react";
import { definePanel } from "../panel.ts";

export const componentPanel = definePanel({
  id: "component",
  address: "/plant/:id",
  dock: "right",
  title: "component:title",
  permission: "READ_ANALYSIS_RESULT",
  icon: SquareActivity,
  keys: ["i"],
  load: async () => (await import("./component.tsx")).ComponentCard,
});
