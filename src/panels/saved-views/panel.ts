import { Bookmark } from "lucide-react";
import { viewsPlant } from "../../domain/plant/plant-access.ts";
import { definePanel } from "../panel.ts";

export const savedViewsPanel = definePanel({
  id: "saved-views",
  address: "/plant/:id",
  dock: "left",
  title: "saved-view:title",
  permission: viewsPlant,
  icon: Bookmark,
  keys: ["o"],
  load: async () => (await import("./saved-views.tsx")).SavedViews,
});
