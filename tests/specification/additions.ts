// What the product has beyond the specification, on purpose: a new call or permission has its line here, or the
// comparison fails.

/** Calls by noun, each with the reason. */
export const addedCalls: Readonly<Record<string, readonly [calls: string, reason: string]>> = {
  profile: ["requestSecurityCode storePreferences listSessions endOtherSessions", "own account"],
  customer: ["removeLogo setWhiteLabel removeWhiteLabel brandLogo switchChoices", "branding"],
  user: ["listSeats", "the user limit is said before it is reached"],
  permission: ["readMatrix changeMatrix", "the permission matrix screen"],
  password: ["change", "own account"],
  plant: [
    "belongings readLimits updateLimits",
    "limits of severity, and what a deletion takes along",
  ],
  savedView: ["list create update remove", "views of the map that are kept"],
  blueprint: ["file fileUrl features uploadTif", "blueprints are shown on the map"],
  fileOverlay: ["read content", "the plant's file overlay, for all who see the plant"],
  elevation: ["read grid upload remove", "routes follow the ground"],
  plantModel: ["list upload file change remove", "3D models of the plant"],
  twinDimension: ["read set", "dimensions of the mesh"],
  orthomosaic: ["list prepare checkFit place remove", "orthomosaics are prepared and placed here"],
  customComponentProperty: ["order", "properties have an order"],
  resultFile: ["uploadImages", "the former address of /upload-images"],
  digitalTwin: [
    "read readObject remove download importPlantAreas",
    "geometry is served by its hash",
  ],
  analysis: [
    "progress releaseEffect setVisibility",
    "steps of the workflow instead of bare states",
  ],
  analysisFile: ["thumbnail", "images are seen before they are opened"],
  analysisUpload: ["list head patch remove", "uploads go on after a break (tus)"],
  invoice: ["listOpen", "what is to be invoiced"],
  evaluation: [
    "conditions updateConditions importConditions log origin limits updateLimits",
    "the product evaluates by itself",
  ],
  controlPoint: ["list set", "people place a raster whose place was not found"],
  findingReview: ["list setReviewers judge reopen", "people judge findings before the release"],
  evaluationBatch: ["update", "batches can be renamed"],
  flightArea: ["rules", "the limits of the areas"],
  flightCampaign: ["preview generate", "routes are shown before they are stored"],
  flightReview: ["routes flown reFly takeOver", "what was flown is compared with the plan"],
  flightRoute: ["chooseBatch", "a route belongs to a batch"],
  flightExport: ["download flights flightProjects", "missions as files"],
  analysisResult: [
    "fileSchema columns headline column component images imageFile remove",
    "values travel as columns",
  ],
  unmeasured: ["setHolder carried", "values that are carried forward"],
  releaseMail: ["notesFile", "the file of the notes"],
  referenceMeasurement: ["importCsv exportCsv", "measurements as files"],
  observation: ["export restore", "observations as a file, and undo"],
  observationImage: ["partOffset addPart move remove", "photos arrive in parts"],
  surveyImage: [
    "ofPlace picture temperatures annotations annotate removeAnnotation",
    "images of the flight",
  ],
  coverage: ["unseen", "components that no image shows"],
  report: ["readTemplate setTemplate", "sections of reports"],
  loss: ["read set summary repairs", "losses in energy and money"],
  task: ["list cancel retry", "operations monitoring"],
  analysisServer: ["create remove", "servers are rows"],
  gpuServer: ["offer", "what can be rented"],
  order: ["packageUse", "where packages are in use"],
  diagnostic: ["list", "support reads what browsers have sent"],
  drone: ["listAvailable", "drones that may fly for a plant"],
  droneModel: ["listAvailable", "models that may be chosen"],
  droneApp: ["download list upload", "packages of the app"],
};

/** Permissions above number 113. */
export const addedPermissions: readonly string[] = [];
