import { definePanel } from "../panel.ts";

export const contextMenuPanel = definePanel({
  id: "context-menu",
  address: "/plant/:id",
  dock: "map",
  title: "place-action:title",
  permission: null,
  load: async () => (await import("./context-menu.tsx")).PlaceMenu,
});
