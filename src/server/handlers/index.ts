// The handlers of all nouns. A noun or endpoint without a handler does not compile.
import type { Api } from "../../api/index.ts";
import type { Handlers } from "../implement.ts";
import { analysisHandlers } from "./analysis/analysis.ts";
import { analysisFileHandlers } from "./analysis/analysis-file.ts";
import { analysisUploadHandlers } from "./analysis/analysis-upload.ts";
import { analysisHistoryHandlers } from "./analysis/analysis-history.ts";
import { controlPointHandlers } from "./analysis/control-point.ts";
import { evaluationHandlers } from "./analysis/evaluation.ts";
import { findingReviewHandlers } from "./analysis/finding-review.ts";
import { evaluationBatchHandlers } from "./analysis/evaluation-batch.ts";
import { flightAreaHandlers } from "./flight/flight-area.ts";
import { flightCampaignHandlers } from "./flight/flight-campaign.ts";
import { nomenclatureHandlers } from "./plant/nomenclature.ts";
import { flightExportHandlers } from "./flight/flight-export.ts";
import { findingLifeHandlers } from "./plant/finding-life.ts";
import { flightReviewHandlers } from "./flight/flight-review.ts";
import { flightRouteHandlers } from "./flight/flight-route.ts";
import { inboxHandlers } from "./account/inbox.ts";
import { invoiceHandlers } from "./provider/invoice.ts";
import { analysisServerHandlers } from "./provider/analysis-server.ts";
import { analysisResultHandlers } from "./analysis/analysis-result.ts";
import { auditHandlers } from "./account/audit.ts";
import { baseMapHandlers } from "./plant/base-map.ts";
import { legalHandlers } from "./provider/legal.ts";
import { customerHandlers } from "./provider/customer.ts";
import { diagnosticHandlers } from "./provider/diagnostic.ts";
import { digitalTwinHandlers } from "./plant/digital-twin.ts";
import { observationHandlers } from "./observation/observation.ts";
import { observationImageHandlers } from "./observation/observation-image.ts";
import { observationVisualHandlers } from "./observation/observation-visual.ts";
import { orderHandlers } from "./provider/order.ts";
import { blueprintHandlers } from "./plant/blueprint.ts";
import { fileOverlayHandlers } from "./plant/file-overlay.ts";
import { filePreviewHandlers } from "./plant/file-preview.ts";
import { elevationHandlers } from "./flight/elevation.ts";
import { orthomosaicHandlers } from "./analysis/orthomosaic.ts";
import { twinDimensionHandlers } from "./plant/twin-dimension.ts";
import { plantModelHandlers } from "./plant/plant-model.ts";
import { coverageHandlers } from "./flight/coverage.ts";
import { lossHandlers } from "./analysis/loss.ts";
import { meteredEnergyHandlers } from "./plant/metered-energy.ts";
import { reportHandlers } from "./analysis/report.ts";
import { customComponentPropertyHandlers } from "./observation/custom-component-property.ts";
import { enabledKeyFigureHandlers } from "./plant/enabled-key-figure.ts";
import { geoVisualHandlers } from "./plant/geo-visual.ts";
import { gpuServerHandlers } from "./provider/gpu-server.ts";
import { keyFigureHandlers } from "./plant/key-figure.ts";
import { releaseMailHandlers } from "./provider/release-mail.ts";
import { referenceMeasurementHandlers } from "./analysis/reference-measurement.ts";
import { resultFileHandlers } from "./analysis/result-file.ts";
import { permissionHandlers } from "./account/permission.ts";
import { documentHandlers } from "./provider/document.ts";
import { droneHandlers } from "./flight/drone.ts";
import { droneAppHandlers } from "./flight/drone-app.ts";
import { droneModelHandlers } from "./flight/drone-model.ts";
import { monitoringHandlers } from "./provider/monitoring.ts";
import { plantHandlers } from "./plant/plant.ts";
import { profileHandlers } from "./account/profile.ts";
import { productPackageHandlers } from "./provider/product-package.ts";
import { webhookHandlers } from "./provider/webhook.ts";
import { accessTokenHandlers } from "./account/access-token.ts";
import { passkeyHandlers } from "./account/passkey.ts";
import { passwordHandlers } from "./account/password.ts";
import { registrationHandlers } from "./account/registration.ts";
import { savedViewHandlers } from "./plant/saved-view.ts";
import { sessionHandlers, type SessionParts } from "./account/session.ts";
import { provisioningHandlers } from "./account/provisioning.ts";
import { singleSignOnHandlers } from "./account/single-sign-on.ts";
import type { SingleSignOnParts } from "../account/single-sign-on.ts";
import { resultImageHandlers } from "./analysis/result-image.ts";
import { surveyImageHandlers } from "./analysis/survey-image.ts";
import { taskHandlers } from "./provider/task.ts";
import { unmeasuredHandlers } from "./analysis/unmeasured.ts";
import { userHandlers } from "./account/user.ts";
import { userTableHandlers } from "./account/user-table.ts";
import { serialNumberHandlers } from "./plant/serial-number.ts";
import { workOrderHandlers } from "./plant/work-order.ts";

export type AllHandlers = { [N in keyof Api]: Handlers<Api[N]> };

export function allHandlers(
  parts: SessionParts & { readonly singleSignOn: SingleSignOnParts },
): AllHandlers {
  return {
    session: sessionHandlers(parts),
    singleSignOn: singleSignOnHandlers(parts.singleSignOn),
    provisioning: provisioningHandlers,
    passkey: passkeyHandlers,
    accessToken: accessTokenHandlers,
    webhook: webhookHandlers,
    profile: profileHandlers,
    customer: customerHandlers,
    user: { ...userHandlers, ...userTableHandlers },
    permission: permissionHandlers,
    registration: registrationHandlers,
    password: passwordHandlers,
    plant: plantHandlers,
    savedView: savedViewHandlers,
    blueprint: blueprintHandlers,
    fileOverlay: fileOverlayHandlers,
    filePreview: filePreviewHandlers,
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
    inbox: inboxHandlers,
    invoice: invoiceHandlers,
    controlPoint: controlPointHandlers,
    evaluation: evaluationHandlers,
    findingReview: findingReviewHandlers,
    findingLife: findingLifeHandlers,
    workOrder: workOrderHandlers,
    serialNumber: serialNumberHandlers,
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
    resultImage: resultImageHandlers,
    surveyImage: surveyImageHandlers,
    coverage: coverageHandlers,
    report: reportHandlers,
    loss: lossHandlers,
    meteredEnergy: meteredEnergyHandlers,
    task: taskHandlers,
    analysisServer: analysisServerHandlers,
    gpuServer: gpuServerHandlers,
    monitoring: monitoringHandlers,
    baseMap: baseMapHandlers,
    legal: legalHandlers,
    productPackage: productPackageHandlers,
    order: orderHandlers,
    diagnostic: diagnosticHandlers,
    audit: auditHandlers,
    drone: droneHandlers,
    droneModel: droneModelHandlers,
    droneApp: droneAppHandlers,
    document: documentHandlers,
  };
}
