import { SlidersHorizontal } from "lucide-react";
import { definePanel } from "../panel.ts";

export const plantSettingsPanel = definePanel({
  id: "plant-settings",
  address: "/plant/:id/settings",
  dock: "settings",
  title: "plant-settings:title",
  subtitle: "plant-settings:subtitle",
  overview: "/plant/:id",
  permission: {
    any: [
      "MANAGE_CUSTOM_COMPONENT_PROPERTY",
      "MANAGE_ENABLED_PI_FIELD",
      "MANAGE_EVALUATION_BATCH",
      "EDIT_FLIGHT_AREA_POLYGON",
      "UPLOAD_DIGITAL_TWIN",
    ],
  },
  icon: SlidersHorizontal,
  load: async () => (await import("./plant-settings.tsx")).PlantSettings,
});
