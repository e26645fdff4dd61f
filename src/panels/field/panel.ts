import { definePanel } from "../panel.ts";

export const fieldPanel = definePanel({
  id: "field",
  address: "/plant/:id",
  dock: "map",
  title: "field:title",
  permission: null,
  load: async () => (await import("./field.tsx")).Field,
});
