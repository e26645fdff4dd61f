import { SlidersHorizontal } from "lucide-react";
import { plantSettingsPermission } from "../../state/plant/settings-sections.ts";
import { definePanel } from "../panel.ts";

export const plantSettingsPanel = definePanel({
  id: "plant-settings",
  address: "/plant/:id/settings",
  dock: "settings",
  title: "plant-settings:title",
  subtitle: "plant-settings:subtitle",
  overview: "/plant/:id",
  permission: plantSettingsPermission,
  icon: SlidersHorizontal,
  load: async () => (await import("./plant-settings.tsx")).PlantSettings,
});
