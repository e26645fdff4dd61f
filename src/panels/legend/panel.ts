import { definePanel } from "../panel.ts";

export const legendPanel = definePanel({
  id: "legend",
  address: "/plant/:id",
  dock: "map",
  title: "legend:title",
  permission: "READ_ANALYSIS_RESULT",
  load: async () => (await import("./legend.tsx")).Legend,
});
