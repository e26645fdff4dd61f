import { definePanel } from "../panel.ts";

export const plantPanel = definePanel({
  id: "plant",
  address: "/plant/:id",
  dock: "map",
  title: "plant:title",
  permission: {
    any: [
      "READ_ANALYSIS_RESULT",
      "READ_DIGITAL_TWIN_VISUALIZATION",
      "READ_OBSERVATION",
      "READ_ALL_PLANT",
    ],
  },
  load: async () => (await import("./plant.tsx")).PlantState,
});
