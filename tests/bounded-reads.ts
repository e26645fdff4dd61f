// Functions of the store that answer a list without a LIMIT of their own, each with what bounds it. A new one gets a LIMIT
// and pages, or stands here after it was asked how long its list can become.

type Reads = readonly (readonly [bound: string, reads: string])[];

/** Their list ends before it holds anybody up. */
const small: Reads = [
  [
    "as many as the caller names, which a call limits",
    "account/account-name#readAccountNames account/account#readLocales account/provisioned-group#readGroupNames " +
      "account/provisioned-user#readProvisionedOf account/provisioning#readTokenHolders " +
      "account/single-sign-on#countLinked account/user-table#readTakenEmails account/user#readPlantIdsOf " +
      "inbox/inbox#readInboxPlants inbox/inbox#readInboxPlaces inbox/inbox#readReadKeys " +
      "plant/analysis/analysis-file#readTaken plant/analysis/analysis-file#deleteFiles " +
      "plant/analysis/loss-settings#readLossSettingsOf plant/analysis/reference-measurement#insertMeasurements " +
      "plant/column/carried-column#readBases plant/finding/finding-life#lockLives " +
      "plant/flight/flight-route#insertFlightRoutes plant/meter/metered-day#planDays " +
      "plant/observation/observation-image#readSentImages plant/observation/observation-image#insertImages " +
      "plant/observation/observation#insertObservations plant/observation/observation#knownExternalIds " +
      "plant/observation/property-value#readPropertyWords plant/serial-number#readPresent " +
      "plant/serial-number#readCourses plant/finding/first-flight#readNewestShown " +
      "plant/work-order/work-order#lockOrders plant/work-order/work-order#heldNumbers " +
      "plant/work-order/work-order#readOrderIds " +
      "plant/work-order/work-order#holdersOf provider/gpu-server#withWishes provider/monitoring#readNewestTasks " +
      "provider/order#knownPackages plant/twin-object#readLevels",
  ],
  [
    "what one row or one text holds",
    "account/session#permissionsIn object-reference#uploadsIn plant/analysis/report#reportKeys " +
      "plant/analysis/report#deleteReport plant/twin#readDerivedTypes",
  ],
  [
    "a number that the product limits: 20 passkeys, 20 access tokens, 50 sessions, 10 webhooks, 500 annotations, " +
      "50 blueprints, 20 models, 500 campaigns, 200 views, 100 properties, 1000 uploads of a user",
    "account/access-token#readAccessTokens account/passkey#readPasskeys account/passkey#readCredentialIds " +
      "account/profile#readSessions plant/analysis/image-annotation#readAnnotations " +
      "plant/analysis/image-annotation#readResultAnnotations plant/blueprint#listBlueprints " +
      "plant/plant-model#listModels plant/flight/flight-campaign#readFlightCampaigns " +
      "plant/saved-view#readSavedViews plant/observation/custom-component-property#readProperties " +
      "provider/webhook#readWebhooks provider/webhook#wantingWebhooks " +
      "provider/webhook-keeper#readWebhookKeepers plant/analysis/analysis-upload#readRunningUploads " +
      "plant/analysis/analysis-upload#readUploadingUsers plant/analysis/analysis-upload#readAbandonedUploads " +
      "plant/analysis/analysis-upload#readGrowingUploads",
  ],
  [
    "the catalogue of the product: roles, key figures, levels of a twin, models of drones",
    "account/role#readRoles account/role#writeRoles plant/analysis/fault-type-column#faultTypeColumns " +
      "plant/column/column#writeColumns plant/column/enabled-key-figure#readDisabled plant/plant#readLimits " +
      "plant/column/carried-column#listCarried plant/flight/coverage#listCoverageColumns " +
      "provider/drone-model#readDroneModels",
  ],
  [
    "the seats of a customer",
    "account/provisioned-group#readMembers account/provisioned-group#readMapped " +
      "plant/analysis/result-viewer#readResultViewers provider/customer#readRecipients " +
      "provider/quota#readUserUsages account/user#readProviderUsers",
  ],
  [
    "what staff keep by hand, a few hundred in the largest installation",
    "account/single-sign-on#readSignOns account/user#readSeats provider/customer#readCustomers " +
      "provider/customer#readCustomerBriefs provider/quota#readUsages provider/analysis-server#readAnalysisServers " +
      "provider/analysis-server#markIdleServers provider/document#readDocuments provider/drone-app#readDroneApps " +
      "provider/drone#readDrones provider/drone#readAvailableDrones provider/product-package#readProductPackages " +
      "plant/analysis/evaluation-batch#readEvaluationBatches plant/analysis/orthomosaic#readOrthomosaics " +
      "plant/subfield#readSubfields plant/meter/meter#readMeters",
  ],
  [
    "one row for each kind, drone, day or meter",
    "plant/flight/coverage#readDroneImages plant/meter/meter#meterSums plant/column/carried-column#countCarriedFrom",
  ],
  [
    "one component, finding, order or flight, which people change by hand",
    "plant/serial-number#readSerials plant/work-order/work-order-step#readOrderSteps " +
      "plant/finding/finding-step#readSteps plant/finding/finding-comment#readComments " +
      "plant/finding/finding-comment#readMentions plant/analysis/release-mail#listMails " +
      "plant/analysis/release-mail#claimMails plant/flight/flight-route#readFlightRoutes",
  ],
  [
    "at most 5,000 findings, which one change takes at once",
    "plant/finding/finding-step#readStepChanges plant/finding/finding-step#readChangedSince " +
      "plant/finding/finding-step#verdictsWith",
  ],
  ["a limit in a function below it", "plant/serial-number#searchSerials"],
];

/** Their list grows with the installation. They are measured with the lists of ten demos (tests/largest-list.test.ts). */
const growing: Reads = [
  [
    "plants and their analyses, which the map of plants and the lists show whole: thousands of narrow rows",
    "account/user-table#readPlantNames plant/plant#readPlants plant/plant#readTwins plant/plant#countAnalyses " +
      "plant/analysis/analysis#readAnalyses plant/column/newest-column#readNewestColumns " +
      "plant/column/carried-column#readSurveys plant/analysis/released-survey#readReleasedSince " +
      "plant/finding/first-flight#readFirstFlights plant/column/column#listColumns " +
      "plant/finding/finding-step#readSurveySteps plant/plant-customer#movePlant plant/analysis/report#readReports " +
      "provider/drone#readDronePlants provider/order#readOrders provider/order#readRunningPackages " +
      "provider/order#readProposalPlants provider/package-use#readPackageUsers " +
      "plant/column/column-recount#listCountedPlants",
  ],
  [
    "users of all customers, whom staff filter in the browser: a user has a seat",
    "account/user#readUsers inbox/inbox-mail#readMailReaders",
  ],
  [
    "files of one analysis, read for a task, or for a map layer in turns",
    "plant/analysis/image-row#readLeftOut plant/analysis/analysis-file#readImagePositions plant/analysis/analysis-file#readFileRows " +
      "plant/analysis/analysis-file#readWaitingFiles plant/analysis/evaluated-file#listEvaluatedFiles " +
      "plant/analysis/evaluated-file#listSurveyImages plant/analysis/evaluated-file#listTemperatureImages " +
      "plant/flight/coverage#readCoverageImages plant/analysis/survey-image#readImagesNear " +
      "plant/analysis/result-image#listImages",
  ],
  [
    "findings, changed values and measurements of one analysis, or findings and orders of one plant: the quota of rows",
    "plant/analysis/finding#renewFindings plant/analysis/finding#listJudged plant/analysis/finding#listFindings " +
      "plant/analysis/finding#listVerdicts plant/analysis/finding#verdictsByFinding " +
      "plant/analysis/value-change#activeChanges plant/analysis/reference-measurement#readMeasurements " +
      "plant/work-order/work-order#readOrders",
  ],
  [
    "observations of one plant: their IDs alone, or the photos of a page of them",
    "plant/observation/observation#readObservationIds plant/observation/observation-image#readImageRows " +
      "plant/observation/observation#deleteWithPhotos",
  ],
  [
    "everything, for a command that runs beside the server",
    "object-reference#readReferences object-reference#readGrowing work-folder#removeDeadFolders",
  ],
];

/** The bound of each function, by the path of its file in the store and its name. */
export const boundedReads: ReadonlyMap<string, string> = new Map(
  [...small, ...growing].flatMap(([bound, reads]) =>
    reads.split(" ").map((read) => [read, bound] as const),
  ),
);
