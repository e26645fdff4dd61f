// What the product has beyond the specification, on purpose: a new call or permission has its line here, or the
// comparison fails.

/** Calls by noun, each with the reason. */
export const addedCalls: Readonly<Record<string, readonly [calls: string, reason: string]>> = {
  profile: [
    "requestSecurityCode storePreferences listSessions endOtherSessions recoveryCodes createRecoveryCodes",
    "own account",
  ],
  singleSignOn: [
    "list set remove test lookUp begin finish",
    "customers sign in with their own service",
  ],
  provisioning: ["read issue withdraw", "the sign-in service of a customer manages its users"],
  accessToken: [
    "list make withdraw listOfUser withdrawOfUser",
    "programs of customers make calls in the name of a user",
  ],
  webhook: [
    "list create update renewSecret remove test deliveries redeliver",
    "systems of customers get a message of each change",
  ],
  passkey: [
    "list begin add rename remove beginSignIn signIn",
    "a device of the user in place of password and code",
  ],
  customer: [
    "removeLogo setWhiteLabel removeWhiteLabel brandLogo switchChoices listUsage listUserUsage",
    "branding; what customers have stored",
  ],
  user: [
    "listSeats previewFile importFile",
    "the user limit is said before it is reached; many users from a table",
  ],
  permission: ["readMatrix changeMatrix", "the permission matrix screen"],
  legal: ["read", "terms of service and imprint of the provider"],
  password: ["change", "own account"],
  plant: [
    "belongings readLimits updateLimits",
    "limits of severity, and what a deletion takes along",
  ],
  savedView: ["list create update remove", "views of the map that are kept"],
  blueprint: ["file fileUrl features uploadTif", "blueprints are shown on the map"],
  fileOverlay: ["read content", "the plant's file overlay, for all who see the plant"],
  filePreview: [
    "twin blueprint observations areas",
    "files are shown as they are understood, before they are imported",
  ],
  elevation: ["read grid upload remove", "routes follow the ground"],
  plantModel: ["list upload file change remove", "3D models of the plant"],
  twinDimension: ["read set", "dimensions of the mesh"],
  orthomosaic: ["list prepare checkFit place remove", "orthomosaics are prepared and placed here"],
  customComponentProperty: ["order", "properties have an order"],
  resultFile: [
    "preview uploadImages",
    "tables are shown before they are imported; the former address of /upload-images",
  ],
  digitalTwin: [
    "read readObject remove download importPlantAreas",
    "geometry is served by its hash",
  ],
  analysis: [
    "progress releaseEffect setVisibility",
    "steps of the workflow instead of bare states",
  ],
  analysisFile: [
    "thumbnail reading positions",
    "images are seen before they are opened, and reading is followed",
  ],
  analysisUpload: ["list head patch remove", "uploads go on after a break (tus)"],
  invoice: ["listOpen", "what is to be invoiced"],
  evaluation: [
    "conditions updateConditions previewConditions importConditions log origin limits updateLimits",
    "the product evaluates by itself",
  ],
  controlPoint: ["list set", "people place a raster whose place was not found"],
  inbox: ["list markRead settings storeSettings", "users read of findings that concern them"],
  findingReview: ["list setReviewers judge reopen", "people judge findings before the release"],
  findingLife: [
    "list version people history rates change undo comment removeComment",
    "findings are assigned, repaired and verified",
  ],
  meteredEnergy: [
    "read importFile update remove",
    "metered energy stands beside the calculated losses",
  ],
  workOrder: [
    "list history create addFindings change undo exportFile importStates",
    "crews repair findings by work orders",
  ],
  serialNumber: [
    "list find change previewFile importFile",
    "modules are known to their maker by their serial numbers",
  ],
  evaluationBatch: ["update", "batches can be renamed"],
  flightArea: ["rules openFile", "the limits of the areas; files that the browser does not read"],
  flightCampaign: ["preview generate stop", "routes are shown before they are stored"],
  flightReview: ["routes flown reFly compare takeOver", "what was flown is compared with the plan"],
  flightRoute: ["chooseBatch", "a route belongs to a batch"],
  flightExport: ["download flights flightProjects", "missions as files"],
  analysisResult: [
    "fileSchema columns headline column component images imageFile remove",
    "values travel as columns",
  ],
  unmeasured: ["setHolder carried", "values that are carried forward"],
  releaseMail: ["notesFile", "the file of the notes"],
  referenceMeasurement: ["preview importCsv exportCsv", "measurements as files"],
  observation: ["export importFile restore deleted", "observations as a file, and undo"],
  observationImage: ["partOffset addPart move remove", "photos arrive in parts"],
  surveyImage: [
    "ofPlace picture temperatures annotations annotate removeAnnotation",
    "images of the flight",
  ],
  resultImage: ["annotations annotate removeAnnotation", "marks in pictures of results"],
  coverage: ["unseen", "components that no image shows"],
  report: [
    "readTemplate setTemplate workbook pictures createWarranty warranty",
    "sections and annexes of reports, and packages for makers",
  ],
  loss: ["read set summary repairs component", "losses in energy and money"],
  task: ["list cancel retry", "operations monitoring"],
  analysisServer: ["create remove", "servers are rows"],
  gpuServer: ["offer", "what can be rented"],
  order: ["packageUse", "where packages are in use"],
  diagnostic: ["list", "support reads what browsers have sent"],
  audit: ["list export", "admins see who did what, and who downloaded what"],
  drone: [
    "listAvailable previewFile importFile",
    "drones that may fly for a plant; many drones from a table",
  ],
  droneModel: ["listAvailable", "models that may be chosen"],
  droneApp: ["download list upload", "packages of the app"],
};

/** Permissions above number 113. */
export const addedPermissions: readonly string[] = [
  "READ_FINDING",
  "UPDATE_FINDING",
  "ASSIGN_FINDING",
  "READ_AUDIT_TRAIL",
  "READ_WORK_ORDER",
  "UPDATE_WORK_ORDER",
  "MANAGE_WEBHOOK",
  "UPDATE_SERIAL_NUMBER",
];

/** A role besides the three: a customer manages its own users. */
export const addedRole = "customer_admin";

/** Key figures above number 67, each kind with the reason. */
export const addedKeyFigures: readonly (readonly [keys: string, reason: string])[] = [
  [
    "module_coverage module_looks module_ground_sampling_distance module_view_angle module_glint tube_coverage tube_looks tube_ground_sampling_distance tube_view_angle tube_glint mirror_coverage mirror_looks mirror_ground_sampling_distance mirror_view_angle",
    "what images show, so that no finding never stands for not seen",
  ],
  [
    "delta_t_uncertainty heat_loss_over_intact_uncertainty tracker_angle_uncertainty tracking_deviation_uncertainty mirror_cleanliness_uncertainty soiling_uncertainty power_loss_uncertainty tube_energy_loss_uncertainty",
    "measured values state their uncertainty",
  ],
  ["heat_loss_over_intact mirror_cleanliness string_power_loss", "losses follow from them"],
  [
    "fault_type tube_fault_type mirror_fault_type tracker_fault_type sca_fault_type",
    "what is broken, in one value instead of seventeen",
  ],
];

/** A class of the glass tube temperature above four: the glass is missing, which images of temperature alone hide. */
export const addedGlassTubeClasses: readonly string[] = ["glass_missing"];

/** A theme besides the specified ones: for the field, in the sun. */
export const addedThemes: readonly string[] = ["sunlight"];

/** Error codes besides the catalogue, which the specification calls open. */
export const addedErrors =
  "INVALID_BOT_TOKEN PROOF_REQUIRED CONFLICT GONE LOCKED CHECKSUM_MISMATCH FILE_REFUSED TOO_LARGE TOO_MANY_REQUESTS UNAVAILABLE INSUFFICIENT_STORAGE OFFLINE";

/** A task is also final when somebody cancelled it. */
export const addedFinalStates: readonly string[] = ["CANCELLED"];

/** Only super admins see these results (section 6 names them without a visibility). */
export const addedVisibilities: readonly string[] = ["protected"];
