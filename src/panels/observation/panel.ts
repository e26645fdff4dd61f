import { NotebookPen } from "lucide-react";
import { definePanel } from "../panel.ts";

export const observationPanel = definePanel({
  id: "observations",
  address: "/plant/:id",
  dock: "left",
  title: "observation:title",
  permission: "READ_OBSERVATION",
  icon: NotebookPen,
  keys: ["e"],
  load: async () => (await import("./observations.tsx")).Observations,
});
