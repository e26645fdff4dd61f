// All endpoints by noun. The door, the client, the tests and the OpenAPI page read this list.
import { analysisApi } from "./analysis.ts";
import { analysisFileApi } from "./analysis-file.ts";
import { analysisUploadApi } from "./analysis-upload.ts";
import { analysisHistoryApi } from "./analysis-history.ts";
import { analysisServerApi } from "./analysis-server.ts";
import { analysisResultApi } from "./analysis-result.ts";
import { baseMapApi } from "./base-map.ts";
import { customerApi } from "./customer.ts";
import { diagnosticApi } from "./diagnostic.ts";
import { digitalTwinApi } from "./digital-twin.ts";
import { observationApi } from "./observation.ts";
import { observationImageApi } from "./observation-image.ts";
import { observationVisualApi } from "./observation-visual.ts";
import { orderApi } from "./order.ts";
import { blueprintApi } from "./blueprint.ts";
import { elevationApi } from "./elevation.ts";
import { orthomosaicApi } from "./orthomosaic.ts";
import { twinDimensionApi } from "./twin-dimension.ts";
import { plantModelApi } from "./plant-model.ts";
import { coverageApi } from "./coverage.ts";
import { lossApi } from "./loss.ts";
import { reportApi } from "./report.ts";
import { customComponentPropertyApi } from "./custom-component-property.ts";
import { enabledKeyFigureApi } from "./enabled-key-figure.ts";
import { evaluationApi } from "./evaluation.ts";
import { findingReviewApi } from "./finding-review.ts";
import { evaluationBatchApi } from "./evaluation-batch.ts";
import { flightAreaApi } from "./flight-area.ts";
import { flightCampaignApi } from "./flight-campaign.ts";
import { flightExportApi } from "./flight-export.ts";
import { flightReviewApi } from "./flight-review.ts";
import { flightRouteApi } from "./flight-route.ts";
import { nomenclatureApi } from "./nomenclature.ts";
import { invoiceApi } from "./invoice.ts";
import { geoVisualApi } from "./geo-visual.ts";
import { gpuServerApi } from "./gpu-server.ts";
import { keyFigureApi } from "./key-figure.ts";
import { releaseMailApi } from "./release-mail.ts";
import { referenceMeasurementApi } from "./reference-measurement.ts";
import { resultFileApi } from "./result-file.ts";
import { permissionApi } from "./permission.ts";
import { documentApi } from "./document.ts";
import { droneApi } from "./drone.ts";
import { droneAppApi } from "./drone-app.ts";
import { droneModelApi } from "./drone-model.ts";
import { monitoringApi } from "./monitoring.ts";
import { plantApi } from "./plant.ts";
import { profileApi } from "./profile.ts";
import { productPackageApi } from "./product-package.ts";
import { passwordApi } from "./password.ts";
import { registrationApi } from "./registration.ts";
import { savedViewApi } from "./saved-view.ts";
import { sessionApi } from "./session.ts";
import { surveyImageApi } from "./survey-image.ts";
import { taskApi } from "./task.ts";
import { unmeasuredApi } from "./unmeasured.ts";
import { userApi } from "./user.ts";

export const api = {
  session: sessionApi,
  profile: profileApi,
  customer: customerApi,
  user: userApi,
  permission: permissionApi,
  registration: registrationApi,
  password: passwordApi,
  plant: plantApi,
  savedView: savedViewApi,
  blueprint: blueprintApi,
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
  invoice: invoiceApi,
  evaluation: evaluationApi,
  findingReview: findingReviewApi,
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
  surveyImage: surveyImageApi,
  coverage: coverageApi,
  report: reportApi,
  loss: lossApi,
  task: taskApi,
  analysisServer: analysisServerApi,
  gpuServer: gpuServerApi,
  monitoring: monitoringApi,
  baseMap: baseMapApi,
  productPackage: productPackageApi,
  order: orderApi,
  diagnostic: diagnosticApi,
  drone: droneApi,
  droneModel: droneModelApi,
  droneApp: droneAppApi,
  document: documentApi,
};
export type Api = typeof api;
