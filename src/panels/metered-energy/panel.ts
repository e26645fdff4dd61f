import { Gauge } from "lucide-react";
import { definePanel } from "../panel.ts";

export const meteredEnergyPanel = definePanel({
  id: "metered-energy",
  address: "/plant/:id",
  dock: "left",
  title: "metered-energy:title",
  permission: "READ_ANALYSIS_RESULT",
  icon: Gauge,
  load: async () => (await import("./metered-energy.tsx")).MeteredEnergy,
});
