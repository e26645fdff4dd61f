import { definePanel } from "../panel.ts";

export const plantsPanel = definePanel({
  id: "plants",
  address: "/plants",
  dock: "page",
  title: "plants:title",
  permission: null,
  menu: "header",
  load: async () => (await import("./plants.tsx")).Plants,
});
