// The tabs of the page of an analysis, in their order. The first is shown without a hash.
import { CampaignsTab } from "./campaigns-tab.tsx";
import { CoverageTab } from "./coverage-tab.tsx";
import { DetailsTab } from "./details-tab.tsx";
import { EvaluationTab } from "./evaluation/evaluation-tab.tsx";
import { FilesTab } from "./files/files-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { InvoiceTab } from "./invoice-tab.tsx";
import { ResultsTab } from "./results-tab.tsx";
import { ReleaseTab } from "./release/release-tab.tsx";
import type { AnalysisTab } from "./tab.ts";

export const analysisTabs: readonly AnalysisTab[] = [
  { id: "details", title: "analysis:tab.details", permission: null, body: DetailsTab },
  {
    id: "upload",
    title: "analysis-file:tab",
    // Those who may only download find the files, without the form that sends others.
    permission: { any: ["UPLOAD_ANALYSIS_FILE", "DOWNLOAD_ANALYSIS_FILE"] },
    body: FilesTab,
  },
  {
    id: "coverage",
    title: "coverage:tab",
    permission: { any: ["READ_FLIGHT_MISSION_COVER", "READ_DRONE_PLANT_COVERAGE"] },
    body: CoverageTab,
  },
  {
    id: "results",
    title: "analysis:tab.results",
    permission: "READ_ANALYSIS_RESULT",
    body: ResultsTab,
  },
  {
    id: "evaluation",
    title: "evaluation:tab",
    permission: { any: ["UPDATE_ANALYSIS", "UPDATE_ANALYSIS_RESULT"] },
    body: EvaluationTab,
  },
  {
    id: "release",
    title: "release:tab",
    permission: { any: ["RELEASE_ANALYSIS_RESULT", "UPDATE_ANALYSIS_RESULT"] },
    body: ReleaseTab,
  },
  {
    id: "flight-campaigns",
    title: "analysis:tab.flight_campaigns",
    permission: "READ_FLIGHT_CAMPAIGN",
    body: CampaignsTab,
  },
  {
    id: "invoice",
    title: "analysis:tab.invoice",
    permission: "UPDATE_ANALYSIS_INVOICE",
    body: InvoiceTab,
  },
  {
    id: "history",
    title: "analysis:tab.history",
    permission: "READ_ANALYSIS_HISTORY",
    body: HistoryTab,
  },
];
