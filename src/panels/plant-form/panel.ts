import { SquarePen, SunMedium } from "lucide-react";
import { definePanel } from "../panel.ts";

export const newPlantPanel = definePanel({
  id: "plant-new",
  address: "/plants/new",
  dock: "page",
  title: "plant:form.new",
  permission: "CREATE_PLANT",
  load: async () => (await import("./new-plant.tsx")).NewPlant,
});

export const plantFormPanel = definePanel({
  id: "plant-form",
  address: "/plant/:id",
  dock: "right",
  title: "plant:form.edit",
  permission: "UPDATE_PLANT",
  icon: SquarePen,
  load: async () => (await import("./edit-plant.tsx")).EditPlant,
});

export const plantsAdminPanel = definePanel({
  id: "plants-admin",
  address: "/settings/plants",
  dock: "settings",
  title: "plants-admin:title",
  subtitle: "plants-admin:subtitle",
  permission: { any: ["CREATE_PLANT", "UPDATE_PLANT"] },
  creates: { name: "plants:new", refusal: (ask) => ask("plant.create") },
  menu: "settings",
  icon: SunMedium,
  load: async () => (await import("./plants-admin.tsx")).PlantsAdmin,
});
