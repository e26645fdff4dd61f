import { ClipboardList } from "lucide-react";
import { definePanel, type Panel } from "../panel.ts";

export const analysisPanels: readonly Panel[] = [
  definePanel({
    id: "analyses-list",
    address: "/analyses",
    dock: "settings",
    alone: "/",
    title: "analyses:title",
    icon: ClipboardList,
    permission: "READ_ANALYSIS",
    menu: "header",
    load: async () => (await import("./analyses-page.tsx")).AnalysesPage,
  }),
  definePanel({
    id: "analyses",
    address: "/plant/:id",
    dock: "left",
    title: "analyses:title",
    permission: { any: ["READ_ANALYSIS", "READ_ANALYSIS_RESULT"] },
    icon: ClipboardList,
    keys: ["a"],
    load: async () => (await import("./analyses.tsx")).Analyses,
  }),
];
