import { definePanel } from "../panel.ts";

export const selectionPanel = definePanel({
  id: "selection",
  address: "/plant/:id",
  dock: "map",
  title: "selection:title",
  permission: null,
  load: async () => (await import("./selection.tsx")).SelectionBar,
});
