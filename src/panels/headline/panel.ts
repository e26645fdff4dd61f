import { definePanel } from "../panel.ts";

export const headlinePanel = definePanel({
  id: "headline",
  address: "/plant/:id",
  dock: "map",
  title: "headline:title",
  permission: "READ_ANALYSIS_RESULT",
  load: async () => (await import("./headline.tsx")).HeadlineCard,
});
