// The handlers of all nouns. A noun or endpoint without a handler does not compile.
import type { Api } from "../../api/index.ts";
import type { Handlers } from "../implement.ts";
import { analysisHandlers } from "./analysis.ts";
import { analysisFileHandlers } from "./analysis-file.ts";
import { analysisUploadHandlers } from "./analysis-upload.ts";
import { analysisHistoryHandlers } from "./analysis-history.ts";
import { evaluationHandlers } from "./evaluation.ts";
import { findingReviewHandlers } from "./finding-review.ts";
import { evaluationBatchHandlers } from "./evaluation-batch.ts";
import { flightAreaHandlers } from "./flight-area.ts";
import { flightCampaignHandlers } from "./flight-campaign.ts";
import { nomenclatureHandlers } from "./nomenclature.ts";
import { flightExportHandlers } from "./flight-export.ts";
import { flightReviewHandlers } from "./flight-review.ts";
import { flightRouteHandlers } from "./flight-route.ts";
import { invoiceHandlers } from "./invoice.ts";
import { analysisServerHandlers } from "./analysis-server.ts";
import { analysisResultHandlers } from "./analysis-result.ts";
import { baseMapHandlers } from "./base-map.ts";
import { customerHandlers } from "./customer.ts";
import { diagnosticHandlers } from "./diagnostic.ts";
import { digitalTwinHandlers } from "./digital-twin.ts";
import { observationHandlers } from "./observation.ts";
import { observationImageHandlers } from "./observation-image.ts";
import { observationVisualHandlers } from "./observation-visual.ts";
import { orderHandlers } from "./order.ts";
import { blueprintHandlers } from "./blueprint.ts";
import { elevationHandlers } from "./elevation.ts";
import { orthomosaicHandlers } from "./orthomosaic.ts";
import { twinDimensionHandlers } from "./twin-dimension.ts";
import { plantModelHandlers } from "./plant-model.ts";
import { coverageHandlers } from "./coverage.ts";
import { lossHandlers } from "./loss.ts";
import { reportHandlers } from "./report.ts";
import { customComponentPropertyHandlers } from "./custom-component-property.ts";
import { enabledKeyFigureHandlers } from "./enabled-key-figure.ts";
import { geoVisualHandlers } from "./geo-visual.ts";
import { gpuServerHandlers } from "./gpu-server.ts";
import { keyFigureHandlers } from "./key-figure.ts";
import { releaseMailHandlers } from "./release-mail.ts";
import { referenceMeasurementHandlers } from "./reference-measurement.ts";
import { resultFileHandlers } from "./result-file.ts";
import { permissionHandlers } from "./permission.ts";
import { documentHandlers } from "./document.ts";
import { droneHandlers } from "./drone.ts";
import { droneAppHandlers } from "./drone-app.ts";
import { droneModelHandlers } from "./drone-model.ts";
import { monitoringHandlers } from "./monitoring.ts";
import { plantHandlers } from "./plant.ts";
import { profileHandlers } from "./profile.ts";
import { productPackageHandlers } from "./product-package.ts";
import { passwordHandlers } from "./password.ts";
import { registrationHandlers } from "./registration.ts";
import { savedViewHandlers } from "./saved-view.ts";
import { sessionHandlers, type SessionParts } from "./session.ts";
import { surveyImageHandlers } from "./survey-image.ts";
import { taskHandlers } from "./task.ts";
import { unmeasuredHandlers } from "./unmeasured.ts";
import { userHandlers } from "./user.ts";

export type AllHandlers = { [N in keyof Api]: Handlers<Api[N]> };

export function allHandlers(parts: SessionParts): AllHandlers {
  return {
    session: sessionHandlers(parts),
    profile: profileHandlers,
    customer: customerHandlers,
    user: userHandlers,
    permission: permissionHandlers,
    registration: registrationHandlers,
    password: passwordHandlers,
    plant: plantHandlers,
    savedView: savedViewHandlers,
    blueprint: blueprintHandlers,
    elevation: elevationHandlers,
    plantModel: plantModelHandlers,
    twinDimension: twinDimensionHandlers,
    orthomosaic: orthomosaicHandlers,
    customComponentProperty: customComponentPropertyHandlers,
    enabledKeyFigure: enabledKeyFigureHandlers,
    keyFigure: keyFigureHandlers,
    geoVisual: geoVisualHandlers,
    resultFile: resultFileHandlers,
    digitalTwin: digitalTwinHandlers,
    analysis: analysisHandlers,
    analysisFile: analysisFileHandlers,
    analysisUpload: analysisUploadHandlers,
    analysisHistory: analysisHistoryHandlers,
    invoice: invoiceHandlers,
    evaluation: evaluationHandlers,
    findingReview: findingReviewHandlers,
    evaluationBatch: evaluationBatchHandlers,
    flightArea: flightAreaHandlers,
    flightCampaign: flightCampaignHandlers,
    flightReview: flightReviewHandlers,
    flightRoute: flightRouteHandlers,
    flightExport: flightExportHandlers,
    nomenclature: nomenclatureHandlers,
    analysisResult: analysisResultHandlers,
    unmeasured: unmeasuredHandlers,
    releaseMail: releaseMailHandlers,
    referenceMeasurement: referenceMeasurementHandlers,
    observation: observationHandlers,
    observationImage: observationImageHandlers,
    observationVisual: observationVisualHandlers,
    surveyImage: surveyImageHandlers,
    coverage: coverageHandlers,
    report: reportHandlers,
    loss: lossHandlers,
    task: taskHandlers,
    analysisServer: analysisServerHandlers,
    gpuServer: gpuServerHandlers,
    monitoring: monitoringHandlers,
    baseMap: baseMapHandlers,
    productPackage: productPackageHandlers,
    order: orderHandlers,
    diagnostic: diagnosticHandlers,
    drone: droneHandlers,
    droneModel: droneModelHandlers,
    droneApp: droneAppHandlers,
    document: documentHandlers,
  };
}
