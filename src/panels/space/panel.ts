import { definePanel } from "../panel.ts";

export const spacePanel = definePanel({
  id: "space",
  address: "/plant/:id",
  dock: "map",
  title: "space:title",
  permission: "READ_DIGITAL_TWIN_VISUALIZATION",
  load: async () => (await import("./space.tsx")).SpaceCard,
});
