import { ClipboardCheck } from "lucide-react";
import { needWords } from "../../state/shell/locale.ts";
import { definePanel } from "../panel.ts";

export const findingsPanel = definePanel({
  id: "findings",
  address: "/plant/:id",
  dock: "left",
  title: "finding:title",
  permission: "READ_FINDING",
  icon: ClipboardCheck,
  load: async () =>
    (await Promise.all([import("./findings.tsx"), needWords("report")]))[0].Findings,
});
