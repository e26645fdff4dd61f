// The calls that the specification names (its section 7), as facts: those with a path, and those that it only names.

/** Method and path; `{}` stands for any parameter of a path. */
export const calls = `
POST /auth/login
GET /auth/ping
POST /auth/logout
GET /bot-protection-token
POST /confirm-email-login/{}
POST /confirm-totp-login/{}
POST /confirm-email-login-resend/{}
GET /totp-secrets/{}
POST /totp-secrets/{}
DELETE /totp-secrets/{}
GET /register/{}
POST /register/{}
POST /forgot-password
GET /reset-password/{}
POST /reset-password/{}
POST /auth/user/reload-permissions
GET /auth/user/me
GET /auth/users
GET /auth/provider-users
GET /auth/user/roles
GET /auth/user/permissions
POST /auth/user
POST /auth/user/{}/change-user-names
POST /auth/user/{}/assign-plants
POST /auth/user/{}/change-role
POST /auth/user/{}/resend-invitation
POST /auth/user/{}/un-lock
DELETE /auth/user/{}/delete
POST /auth/user/switch-customer
POST /auth/user/prepare-change-auth-method
POST /auth/user/change-auth-method/{}
POST /auth/user/update-app-version
POST /auth/user/send-diagnostics
POST /auth/user/generate-url-token
GET /auth/analysis
GET /auth/analysis/{}
POST /auth/analysis/{}
DELETE /auth/analysis/{}
POST /auth/analysis/{}/state
GET /auth/states
GET /auth/analysis-monitoring
GET /auth/last-analysis/{}
GET /auth/invoice-states
POST /auth/analysis/{}/invoice
POST /auth/import-analysis-result/{}
POST /upload-images
GET /auth/analysis-result/{}/{}
POST /auth/analysis-result/{}/{}
GET /auth/plant/{}/analysis-results
POST /auth/analysis-result/{}
GET /auth/export-analysis-result/{}
GET /auth/task/{}
POST /auth/plant
`
  .trim()
  .split("\n");

/** What the specification names without method or path, and the calls of the contract that are meant. */
export const namedCalls: Readonly<Record<string, string>> = {
  "create empty analysis": "analysis.create",
  "analysis lists":
    "analysis.listNames analysis.listIncomplete analysis.listForView plant.listProgress",
  "notes and history": "analysisHistory.list analysisHistory.write",
  "analysis files":
    "analysisFile.list analysisFile.download analysisFile.downloadMany analysisFile.upload analysisFile.remove analysisFile.move",
  "finish-running-task": "task.finishRunning",
  "uploading-users": "analysisUpload.uploadingUsers",
  "visual mission coverage": "coverage.read coverage.generate",
  "drone plant coverage": "drone.plantCoverage coverage.drones",
  "evaluation batches": "evaluationBatch.list evaluationBatch.create evaluationBatch.remove",
  "flight campaigns and current flight routes of an analysis":
    "flightCampaign.listOfAnalysis flightRoute.currentOfAnalysis",
  "upload flow":
    "analysisUpload.secureFileNames analysisUpload.create analysisUpload.nextChunk analysisUpload.finish analysisUpload.cancel",
  "result history, files and compare": "analysisResult.history resultFile.list geoVisual.compare",
  "values and their changes":
    "analysisResult.modifyValue analysisResult.changeHistory analysisResult.undo",
  "unmeasured references": "unmeasured.read unmeasured.refresh",
  "release notes and mails":
    "releaseMail.readNotes releaseMail.writeNotes releaseMail.listUsers releaseMail.send releaseMail.listSent",
  "ortho mosaics": "orthomosaic.tile orthomosaic.download session.validateUrlToken",
  "O&M report": "report.newest",
  "launch-task-for-analysis": "task.launchForAnalysis",
  plants:
    "plant.list plant.listForTable plant.listAll plant.read plant.update plant.remove plant.subfields",
  "custom component properties":
    "customComponentProperty.list customComponentProperty.create customComponentProperty.update customComponentProperty.remove",
  "enabled and disabled PI fields":
    "enabledKeyFigure.listEnabled enabledKeyFigure.listDisabled enabledKeyFigure.enable enabledKeyFigure.disable",
  blueprints: "blueprint.list blueprint.uploadPdf blueprint.uploadKml blueprint.remove",
  nomenclature: "nomenclature.validate nomenclature.rename",
  "update-flight-areas-and-take-off-positions": "flightArea.update",
  reports: "report.list report.create report.download report.remove",
  "key figures, technologies, performance-indicators":
    "keyFigure.list keyFigure.listTechnologies keyFigure.listNamed",
  "geo visual":
    "geoVisual.components geoVisual.keyFigure geoVisual.analysisResult observationVisual.byProperty observationVisual.byIndicator baseMap.styles",
  "field geometry":
    "digitalTwin.importFiles digitalTwin.fileUrl digitalTwin.clone digitalTwin.validateDtIds",
  customers:
    "customer.list customer.create customer.read customer.update customer.remove customer.uploadLogo customer.logo customer.brand customer.recipients",
  "analysis server":
    "analysisServer.list analysisServer.start analysisServer.stop analysisServer.update",
  "GPU cloud servers":
    "gpuServer.list gpuServer.create gpuServer.start gpuServer.stop gpuServer.terminate gpuServer.update gpuServer.networkVolumes",
  "reference measurements":
    "referenceMeasurement.list referenceMeasurement.create referenceMeasurement.update referenceMeasurement.remove referenceMeasurement.ignore referenceMeasurement.move",
  observations:
    "observation.list observation.read observation.create observation.update observation.remove observation.overwrite observation.move observation.bulkAdd observation.createAt observation.removeAt observation.dates observation.columns observationImage.add observationImage.file",
  "documentation files":
    "document.list document.upload document.download document.update document.remove",
  "drone models and drones":
    "droneModel.list droneModel.create droneModel.read droneModel.update droneModel.remove drone.list drone.create drone.read drone.update drone.remove",
  "flight campaigns, routes and exports":
    "flightCampaign.list flightCampaign.create flightCampaign.read flightCampaign.update flightCampaign.remove flightRoute.list flightRoute.read flightRoute.update flightRoute.remove flightRoute.current flightExport.toFlightApp flightExport.toDroneCloud flightExport.removeFromDroneCloud flightExport.projects flightExport.cloudRoutes flightExport.media flightExport.importMedia",
  "product packages":
    "productPackage.list productPackage.read productPackage.create productPackage.update productPackage.remove",
  orders:
    "order.list order.read order.create order.update order.remove order.runningPackages order.proposals",
  "drone app download url": "droneApp.downloadUrl",
};
