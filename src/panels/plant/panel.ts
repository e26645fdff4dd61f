import { viewsPlant } from "../../domain/plant/plant-access.ts";
import { definePanel } from "../panel.ts";

export const plantPanel = definePanel({
  id: "plant",
  address: "/plant/:id",
  dock: "map",
  title: "plant:title",
  permission: viewsPlant,
  load: async () => (await import("./plant.tsx")).PlantState,
});
