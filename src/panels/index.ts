// Every panel of the product. Routes, guard, header, settings menu, docks and rail use this list, in its
// order.
import { aboutPanel } from "./about/panel.ts";
import { analysisPagePanels } from "./analysis/panel.ts";
import { analysisPanels } from "./analyses/panel.ts";
import { confirmMailPanel, confirmTotpPanel } from "./confirm-login/panel.ts";
import { fileImportPanel, resultImportPanel, twinImportPanel } from "./import/panel.ts";
import { auditPanel } from "./audit/panel.ts";
import { controlPointsPanel } from "./control-points/panel.ts";
import { comparePanel } from "./compare/panel.ts";
import { componentPanel } from "./component/panel.ts";
import { surveyImagePanel } from "./survey-image/panel.ts";
import { contextMenuPanel } from "./context-menu/panel.ts";
import { customersPanel } from "./customers/panel.ts";
import { diagnosticsPanel } from "./diagnostics/panel.ts";
import { documentsPanel } from "./documents/panel.ts";
import { downloadDroneAppPanels } from "./download-drone-app/panel.ts";
import { dronesPanel } from "./drones/panel.ts";
import { fieldPanel } from "./field/panel.ts";
import { filtersPanel } from "./filters/panel.ts";
import { findingsPanel } from "./findings/panel.ts";
import { findPanel } from "./find/panel.ts";
import { flightPanel } from "./flight/panel.ts";
import { layersPanel } from "./layers/panel.ts";
import { headlinePanel } from "./headline/panel.ts";
import { forgotPasswordPanel } from "./forgot-password/panel.ts";
import { legendPanel } from "./legend/panel.ts";
import { loginPanel } from "./login/panel.ts";
import { meteredEnergyPanel } from "./metered-energy/panel.ts";
import { monitoringPanel } from "./monitoring/panel.ts";
import { permissionsPanel } from "./permissions/panel.ts";
import { newPlantPanel, plantFormPanel, plantsAdminPanel } from "./plant-form/panel.ts";
import { plantSettingsPanel } from "./plant-settings/panel.ts";
import { plantsPanel } from "./plants/panel.ts";
import { plantPanel } from "./plant/panel.ts";
import { printPanel } from "./print/panel.ts";
import { reviewPanel } from "./review/panel.ts";
import { referencePanel } from "./reference/panel.ts";
import { registerPanel, registerTotpPanel } from "./register/panel.ts";
import { resetPasswordPanel } from "./reset-password/panel.ts";
import { flightRoutesPanel } from "./flight-routes/panel.ts";
import { redirectingPanel } from "./redirecting/panel.ts";
import { repairsPanel } from "./repairs/panel.ts";
import { reportsPanel } from "./reports/panel.ts";
import { savedViewsPanel } from "./saved-views/panel.ts";
import { signedOnPanel } from "./signed-on/panel.ts";
import { singleSignOnPanel } from "./single-sign-on/panel.ts";
import { webhooksPanel } from "./webhooks/panel.ts";
import { spacePanel } from "./space/panel.ts";
import { selectionPanel } from "./selection/panel.ts";
import { statisticsPanel } from "./statistics/panel.ts";
import { tablePanel } from "./table/panel.ts";
import { twinPanel } from "./twin/panel.ts";
import { usersPanel } from "./users/panel.ts";
import { workOrdersPanel } from "./work-orders/panel.ts";
import { observationPanel } from "./observation/panel.ts";
import { observationPhotoPanel } from "./observation-photo/panel.ts";
import { ordersPanel } from "./orders/panel.ts";
import { productPackagesPanel } from "./product-packages/panel.ts";
import { userProfilePanel } from "./user-profile/panel.ts";
import type { Panel } from "./panel.ts";

export const panels: readonly Panel[] = [
  loginPanel,
  confirmMailPanel,
  confirmTotpPanel,
  registerPanel,
  registerTotpPanel,
  forgotPasswordPanel,
  resetPasswordPanel,
  redirectingPanel,
  signedOnPanel,
  ...downloadDroneAppPanels,
  userProfilePanel,
  plantsPanel,
  newPlantPanel,
  ...analysisPanels,
  ...analysisPagePanels,
  plantPanel,
  fieldPanel,
  selectionPanel,
  headlinePanel,
  spacePanel,
  contextMenuPanel,
  surveyImagePanel,
  observationPhotoPanel,
  printPanel,
  legendPanel,
  findPanel,
  findingsPanel,
  workOrdersPanel,
  filtersPanel,
  layersPanel,
  savedViewsPanel,
  repairsPanel,
  meteredEnergyPanel,
  reportsPanel,
  flightPanel,
  comparePanel,
  observationPanel,
  referencePanel,
  reviewPanel,
  controlPointsPanel,
  flightRoutesPanel,
  componentPanel,
  tablePanel,
  statisticsPanel,
  plantFormPanel,
  twinPanel,
  twinImportPanel,
  fileImportPanel,
  resultImportPanel,
  customersPanel,
  usersPanel,
  singleSignOnPanel,
  webhooksPanel,
  permissionsPanel,
  plantsAdminPanel,
  dronesPanel,
  productPackagesPanel,
  ordersPanel,
  documentsPanel,
  monitoringPanel,
  diagnosticsPanel,
  auditPanel,
  plantSettingsPanel,
  aboutPanel,
];
