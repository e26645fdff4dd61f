import { ClipboardCheck } from "lucide-react";
import { definePanel } from "../panel.ts";

export const findingsPanel = definePanel({
  id: "findings",
  address: "/plant/:id",
  dock: "left",
  title: "finding:title",
  permission: "READ_FINDING",
  icon: ClipboardCheck,
  load: async () => (await import("./findings.tsx")).Findings,
});
