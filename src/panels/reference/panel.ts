import { Ruler } from "lucide-react";
import { definePanel } from "../panel.ts";

export const referencePanel = definePanel({
  id: "reference",
  address: "/plant/:id",
  dock: "left",
  title: "reference:title",
  permission: {
    any: ["UPDATE_ANALYSIS_RESULT", "MOVE_REFERENCE_MEASUREMENT", "IGNORE_REFERENCE_MEASUREMENT"],
  },
  icon: Ruler,
  load: async () => (await import("./reference.tsx")).References,
});
