import { Crosshair } from "lucide-react";
import { definePanel } from "../panel.ts";

export const controlPointsPanel = definePanel({
  id: "control-points",
  address: "/plant/:id",
  dock: "left",
  title: "control-point:title",
  permission: "UPDATE_ANALYSIS",
  icon: Crosshair,
  // The evaluation of an analysis leads here.
  hidden: true,
  load: async () => (await import("./control-points.tsx")).ControlPoints,
});
