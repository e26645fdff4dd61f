// All endpoints by noun. The server, the client, the tests and the OpenAPI page read this list.
import { accessTokenApi } from "./account/access-token.ts";
import { analysisApi } from "./analysis/analysis.ts";
import { analysisFileApi } from "./analysis/analysis-file.ts";
import { analysisUploadApi } from "./analysis/analysis-upload.ts";
import { analysisHistoryApi } from "./analysis/analysis-history.ts";
import { analysisServerApi } from "./provider/analysis-server.ts";
import { analysisResultApi } from "./analysis/analysis-result.ts";
import { auditApi } from "./account/audit.ts";
import { baseMapApi } from "./plant/base-map.ts";
import { customerApi } from "./provider/customer.ts";
import { diagnosticApi } from "./provider/diagnostic.ts";
import { digitalTwinApi } from "./plant/digital-twin.ts";
import { observationApi } from "./observation/observation.ts";
import { observationImageApi } from "./observation/observation-image.ts";
import { observationVisualApi } from "./observation/observation-visual.ts";
import { orderApi } from "./provider/order.ts";
import { blueprintApi } from "./plant/blueprint.ts";
import { fileOverlayApi } from "./plant/file-overlay.ts";
import { filePreviewApi } from "./plant/file-preview.ts";
import { elevationApi } from "./flight/elevation.ts";
import { orthomosaicApi } from "./analysis/orthomosaic.ts";
import { twinDimensionApi } from "./plant/twin-dimension.ts";
import { plantModelApi } from "./plant/plant-model.ts";
import { coverageApi } from "./flight/coverage.ts";
import { lossApi } from "./analysis/loss.ts";
import { meteredEnergyApi } from "./plant/metered-energy.ts";
import { reportApi } from "./analysis/report.ts";
import { customComponentPropertyApi } from "./observation/custom-component-property.ts";
import { enabledKeyFigureApi } from "./plant/enabled-key-figure.ts";
import { controlPointApi } from "./analysis/control-point.ts";
import { evaluationApi } from "./analysis/evaluation.ts";
import { findingReviewApi } from "./analysis/finding-review.ts";
import { evaluationBatchApi } from "./analysis/evaluation-batch.ts";
import { flightAreaApi } from "./flight/flight-area.ts";
import { flightCampaignApi } from "./flight/flight-campaign.ts";
import { flightExportApi } from "./flight/flight-export.ts";
import { findingLifeApi } from "./plant/finding-life.ts";
import { flightReviewApi } from "./flight/flight-review.ts";
import { flightRouteApi } from "./flight/flight-route.ts";
import { legalApi } from "./provider/legal.ts";
import { nomenclatureApi } from "./plant/nomenclature.ts";
import { inboxApi } from "./account/inbox.ts";
import { invoiceApi } from "./provider/invoice.ts";
import { geoVisualApi } from "./plant/geo-visual.ts";
import { gpuServerApi } from "./provider/gpu-server.ts";
import { keyFigureApi } from "./plant/key-figure.ts";
import { releaseMailApi } from "./provider/release-mail.ts";
import { referenceMeasurementApi } from "./analysis/reference-measurement.ts";
import { resultFileApi } from "./analysis/result-file.ts";
import { permissionApi } from "./account/permission.ts";
import { documentApi } from "./provider/document.ts";
import { droneApi } from "./flight/drone.ts";
import { droneAppApi } from "./flight/drone-app.ts";
import { droneModelApi } from "./flight/drone-model.ts";
import { monitoringApi } from "./provider/monitoring.ts";
import { plantApi } from "./plant/plant.ts";
import { profileApi } from "./account/profile.ts";
import { productPackageApi } from "./provider/product-package.ts";
import { passkeyApi } from "./account/passkey.ts";
import { passwordApi } from "./account/password.ts";
import { registrationApi } from "./account/registration.ts";
import { serialNumberApi } from "./plant/serial-number.ts";
import { savedViewApi } from "./plant/saved-view.ts";
import { sessionApi } from "./account/session.ts";
import { provisioningApi } from "./account/provisioning.ts";
import { singleSignOnApi } from "./account/single-sign-on.ts";
import { resultImageApi } from "./analysis/result-image.ts";
import { surveyImageApi } from "./analysis/survey-image.ts";
import { taskApi } from "./provider/task.ts";
import { unmeasuredApi } from "./analysis/unmeasured.ts";
import { userApi } from "./account/user.ts";
import { webhookApi } from "./provider/webhook.ts";
import { workOrderApi } from "./plant/work-order.ts";

export const api = {
  session: sessionApi,
  singleSignOn: singleSignOnApi,
  provisioning: provisioningApi,
  passkey: passkeyApi,
  accessToken: accessTokenApi,
  webhook: webhookApi,
  profile: profileApi,
  customer: customerApi,
  user: userApi,
  permission: permissionApi,
  registration: registrationApi,
  password: passwordApi,
  plant: plantApi,
  savedView: savedViewApi,
  blueprint: blueprintApi,
  fileOverlay: fileOverlayApi,
  filePreview: filePreviewApi,
  elevation: elevationApi,
  plantModel: plantModelApi,
  twinDimension: twinDimensionApi,
  orthomosaic: orthomosaicApi,
  customComponentProperty: customComponentPropertyApi,
  enabledKeyFigure: enabledKeyFigureApi,
  keyFigure: keyFigureApi,
  geoVisual: geoVisualApi,
  resultFile: resultFileApi,
  digitalTwin: digitalTwinApi,
  analysis: analysisApi,
  analysisFile: analysisFileApi,
  analysisUpload: analysisUploadApi,
  analysisHistory: analysisHistoryApi,
  inbox: inboxApi,
  invoice: invoiceApi,
  controlPoint: controlPointApi,
  evaluation: evaluationApi,
  findingReview: findingReviewApi,
  findingLife: findingLifeApi,
  serialNumber: serialNumberApi,
  workOrder: workOrderApi,
  evaluationBatch: evaluationBatchApi,
  flightArea: flightAreaApi,
  flightCampaign: flightCampaignApi,
  flightReview: flightReviewApi,
  flightRoute: flightRouteApi,
  nomenclature: nomenclatureApi,
  flightExport: flightExportApi,
  analysisResult: analysisResultApi,
  unmeasured: unmeasuredApi,
  releaseMail: releaseMailApi,
  referenceMeasurement: referenceMeasurementApi,
  observation: observationApi,
  observationImage: observationImageApi,
  observationVisual: observationVisualApi,
  resultImage: resultImageApi,
  surveyImage: surveyImageApi,
  coverage: coverageApi,
  report: reportApi,
  loss: lossApi,
  meteredEnergy: meteredEnergyApi,
  task: taskApi,
  analysisServer: analysisServerApi,
  gpuServer: gpuServerApi,
  monitoring: monitoringApi,
  baseMap: baseMapApi,
  legal: legalApi,
  productPackage: productPackageApi,
  order: orderApi,
  diagnostic: diagnosticApi,
  audit: auditApi,
  drone: droneApi,
  droneModel: droneModelApi,
  droneApp: droneAppApi,
  document: documentApi,
};
export type Api = typeof api;
