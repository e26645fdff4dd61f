import { ListChecks } from "lucide-react";
import { definePanel } from "../panel.ts";

export const reviewPanel = definePanel({
  id: "review",
  address: "/plant/:id",
  dock: "left",
  title: "evaluation:review.title",
  permission: "UPDATE_ANALYSIS_RESULT",
  icon: ListChecks,
  load: async () => (await import("./review.tsx")).ReviewQueue,
});
