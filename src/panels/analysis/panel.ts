import { definePanel, type Panel } from "../panel.ts";

export const analysisPagePanels: readonly Panel[] = [
  definePanel({
    id: "analysis-new",
    address: "/analysis/new",
    dock: "settings",
    alone: "/analyses",
    title: "analysis:new",
    permission: { all: ["CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"] },
    load: async () => (await import("./new-analysis.tsx")).NewAnalysis,
    hidden: true,
  }),
  definePanel({
    id: "analysis",
    address: "/analysis/:id",
    dock: "settings",
    alone: "/analyses",
    title: "analysis:title",
    permission: {
      any: [
        "UPDATE_ANALYSIS",
        "UPLOAD_ANALYSIS_FILE",
        "DOWNLOAD_ANALYSIS_FILE",
        "READ_FLIGHT_CAMPAIGN",
      ],
    },
    load: async () => (await import("./analysis-page.tsx")).AnalysisPage,
    hidden: true,
  }),
];
