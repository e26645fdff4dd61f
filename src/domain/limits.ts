// Limits that browser and server know. Bytes, milliseconds and counts unless the name says otherwise.

export const limits = {
  annotationVertices: 100,
  annotationLetters: 2000,
  /** Values of key figures that one observation or reference measurement has. */
  keyFigureValues: 200,
  /** Annotations of one image. */
  annotations: 500,
  /** Findings that are changed at once. */
  findingsAtOnce: 5000,
  findingReasonLetters: 500,
  findingPartsLetters: 500,
  findingCommentLetters: 2000,
  /** Findings of one work order: more are no walk. */
  workOrderFindings: 1000,
  workOrderTitleLetters: 120,
  workOrderNoteLetters: 4000,
  /** A file of states of work orders, and its rows. */
  workOrderFileBytes: 5 * 1024 ** 2,
  workOrderFileRows: 20_000,
  /** Letters of a serial number, a file of serial numbers, and its rows. */
  serialLetters: 60,
  serialFileBytes: 16 * 1024 ** 2,
  serialFileRows: 200_000,
  /** Components that a search for a serial number answers, and letters that it needs. */
  serialsFound: 20,
  serialSearchLetters: 3,
  /** A file of metered energy: a year of quarter-hours of fifty meters has 12 MB. */
  meterFileBytes: 16 * 1024 ** 2,
  /**
   * Findings of an evaluation that have close-ups, the worst first, and the bytes of these: about as many in two kinds.
   * The bytes alone would let some 17,000 small ones through, each of which is read, drawn, made small and stored.
   */
  findingPictures: 4000,
  findingPictureBytes: 256 * 1024 ** 2,
  /** Repairs of one work list. */
  repairs: 5000,
  /** Of all pictures that go with a report. */
  reportPictureBytes: 500 * 1024 ** 2,
  /** Saved views of one user at one plant. */
  savedViews: 200,
  /** Letters of the address of a saved view. */
  savedViewLetters: 8000,
  imageBytes: 5 * 1024 ** 2,
  /** Findings that are done with one observation. */
  observationFindings: 100,
  /** Photos of one observation, and of one request. */
  observationImages: 20,
  /** Voice notes and videos among them. */
  observationRecordings: 3,
  /** A voice note or a video. */
  recordingBytes: 30 * 1024 ** 2,
  voiceSeconds: 300,
  videoSeconds: 60,
  /** Recorders end a little late: a recording may be longer by this. */
  recordingSlackS: 2,
  /** Elements of a file that are read to find how long it is. Five minutes of both kinds have about 24,000. */
  recordingParts: 200_000,
  /** A larger photo is sent in parts of this size: at 1 Mbit/s one takes about two seconds. */
  photoPartBytes: 256 * 1024,
  /** Hours after which the parts of an abandoned photo upload are deleted. */
  photoPartHours: 72,
  /** Days in which a deleted observation can be restored. */
  deletedObservationDays: 30,
  /** Deleted observations that are listed, the newest first. */
  deletedObservationsListed: 500,
  /** Components that get an observation at once. */
  observationBulk: 20_000,
  /** Rows of a file of observations. A spreadsheet has at most 1,048,576. */
  observationExport: 200_000,
  /** Findings in a file of work orders. */
  workOrderExport: 100_000,
  /** Rows of the table that are copied at once; more are exported as a file. */
  copiedRows: 5000,
  /** Entries of a file of the audit trail. */
  auditExport: 500_000,
  /** Pause before the outbox sends again: the first one, and the longest. */
  outboxWaitMs: 2000,
  outboxLongestWaitMs: 60_000,
  /** How long a request of the outbox may go without an answer or progress. */
  outboxSilenceMs: 30_000,
  /** After this time a plant that is still loading says so, and offers to try again. */
  lateLoadMs: 15_000,
  /** Days for which a plant on a device may be used without a network. */
  offlineDays: 30,
  /** Room that stays for new observations when a plant is taken offline. */
  offlineReserveBytes: 50 * 1024 ** 2,
  /** Most tiles of one orthomosaic on a device; it has fewer details there where it has more. */
  offlineTiles: 1500,
  /** Pause before an offline store that another tab holds is deleted again. */
  offlineDeleteAgainMs: 1000,
  /** How long the answer to a change is kept for a browser that has lost it, and the largest one that is. */
  keptAnswerMs: 2 * 60_000,
  keptAnswerBytes: 1024 ** 2,
  /** Of all answers that one server process keeps in that time. */
  keptAnswersBytes: 64 * 1024 ** 2,
  jsonBodyBytes: 1024 ** 2,
  /** A request for the values of named components. */
  rowsBodyBytes: 8 * 1024 ** 2,
  /** Maximum length of a JSON filter in a query. */
  filterBytes: 8 * 1024,
  /** Corners of a place whose images are wanted, and shots in the answer. */
  imageCorners: 64,
  shots: 60,
  twinFileBytes: 2 * 1024 ** 3,
  twinComponents: 4_000_000,
  /** Vertices of the outline of one component. */
  componentVertices: 5000,
  /** Parts of one feature of a twin, an area or a blueprint: polygons, holes, lines and points. */
  featureParts: 20_000,
  featureVertices: 200_000,
  featureProperties: 1000,
  /** Size of one feature of a GeoJSON file, and of all that is not a feature. */
  featureBytes: 16 * 1024 ** 2,
  jsonDepth: 64,
  xmlDepth: 200,
  /** Letters of one text in an XML file, for example of the coordinates of a ring. */
  xmlTextLength: 16 * 1024 ** 2,
  flatGeobufHeaderBytes: 1024 ** 2,
  /** The footer of a Parquet file, and a group of its rows: how many, unpacked, and values of one column. */
  parquetFooterBytes: 64 * 1024 ** 2,
  parquetGroups: 10_000,
  parquetGroupBytes: 512 * 1024 ** 2,
  parquetGroupValues: 50_000_000,
  /** Letters of the name or definition of a coordinate reference system. */
  crsLength: 20_000,
  kmzEntries: 10_000,
  fileNameLength: 255,
  /** Letters of a component's name or ID. */
  componentNameLength: 200,
  /** Average number of outlines and sides compared to find the parent of a component. */
  overlapSteps: 2000,
  nomenclatureFileBytes: 20 * 1024 ** 2,
  /** Components that get another name at once. */
  renamesAtOnce: 50_000,
  renamesBodyBytes: 16 * 1024 ** 2,
  blueprintPdfBytes: 50 * 1024 ** 2,
  blueprintKmlBytes: 20 * 1024 ** 2,
  blueprintTifBytes: 64 * 1024 ** 2,
  blueprintsPerPlant: 50,
  /** 3D models of one plant, and their files. */
  modelsPerPlant: 20,
  modelZipBytes: 1024 ** 3,
  modelGlbBytes: 256 * 1024 ** 2,
  /** Files in the ZIP of a tileset, one of them, and one of its JSON files. */
  modelEntries: 50_000,
  modelTileBytes: 64 * 1024 ** 2,
  modelJsonBytes: 32 * 1024 ** 2,
  /** Tiles of all tilesets of a model, and levels of them below each other. */
  modelTiles: 200_000,
  modelDepth: 200,
  /** Of one glTF file: nodes, views of its buffers, primitives. Of all files of one tile: pixels of pictures (512 MiB in memory). */
  modelNodes: 50_000,
  modelViews: 200_000,
  modelPrimitives: 50_000,
  modelPixels: 128 * 1024 ** 2,
  /** Longest side of a picture in a model: what graphics cards hold. */
  modelPictureSide: 16_384,
  /** Flight or no-fly polygons of one plant, and rings of one polygon. */
  flightPolygons: 200,
  /** Letters of the name of a flight or no-fly polygon. */
  areaName: 100,
  /** Vertices of one ring of a flight polygon. */
  flightVertices: 2000,
  takeOffPositions: 50,
  /** Of one plant, and the corners of all of them together. */
  obstacles: 300,
  obstacleCorners: 5000,
  /** A GeoTIFF with the heights around a plant, and the points that are kept of it. */
  elevationFileBytes: 64 * 1024 ** 2,
  elevationPoints: 2_000_000,
  /** Kilometres around a plant and its flight areas of which heights are kept. */
  elevationAroundKm: 3,
  /** Flight campaigns of one plant. */
  flightCampaigns: 500,
  /** A pause in typing, before the campaign in the form is planned. */
  mediaImportFiles: 5000,
  flightPreviewWaitMs: 500,
  /** Percent of what is to be measured; routes that photograph less say so. */
  flightCoverageLeast: 97,
  /** A file with shapes that the server reads for the browser, and what it answers. */
  openedFileBytes: 20 * 1024 ** 2,
  openedShapesBytes: 5 * 1024 ** 2,
  routeWaypoints: 20_000,
  /** Files whose content is shown before they are imported; larger ones are checked by the import itself. */
  previewedFileBytes: 20 * 1024 ** 2,
  plantAreasFileBytes: 20 * 1024 ** 2,
  plantAreasPerFile: 10_000,
  /** The largest plant that is planned, Khavda in India, has 72,600 hectares. */
  plantAreaHectares: 100_000,
  resultFileBytes: 1024 ** 3,
  /** A workbook is packed about ten times, and is read as a whole. */
  resultWorkbookBytes: 64 * 1024 ** 2,
  imagesZipBytes: 4 * 1024 ** 3,
  /** ZIPs of images that a user has sent ahead of imports. */
  imageUploadsPerUser: 20,
  droneAppBytes: 500 * 1024 ** 2,
  /** One uploaded file of drone data. */
  analysisFileBytes: 256 * 1024 ** 3,
  /** A file of drone data that is sent at once. */
  smallFileBytes: 100 * 1024 ** 2,
  /** Names of files in one request. */
  secureNames: 20_000,
  /** Uploads of one user that have begun and not ended. */
  runningUploads: 1000,
  /** How long an expired upload stays in quarantine. */
  uploadQuarantineMs: 7 * 24 * 3600_000,
  /** A user counts as uploading for so long after the last chunk. */
  uploadingMs: 2 * 60_000,
  /** Distance of an image from the area of its plant, and from the position of a plant without one. */
  imageDistanceM: { area: 1000, position: 5000 },
  /** Days between an image and the day on which most were taken. */
  surveyDays: 7,
  documentBytes: 250 * 1024 ** 2,
  /** A file with flight routes or flight areas, also unpacked. */
  routeFileBytes: 16 * 1024 ** 2,
  /** A CSV file of reference measurements, its rows, and all of one analysis: their list is answered whole. */
  referenceCsvBytes: 2 * 1024 ** 2,
  referenceFileRows: 10_000,
  referencesOfAnalysis: 10_000,
  /** A table of users, of drones or of properties, and its rows. Each user is invited by e-mail. */
  recordFileBytes: 2 * 1024 ** 2,
  userFileRows: 200,
  droneFileRows: 1000,
  zipEntries: 100_000,
  zipUnpackedBytes: 8 * 1024 ** 3,
  /** Problems listed in one report; further ones are only counted. */
  reportedProblems: 200,
  /** Tasks that wait or run at the same time: of one user, and for plants of one customer. */
  unfinishedTasks: { user: 20, customer: 40 },
  taskPollMs: 3000,
  /** A record that others change, and a list of such records, while they are shown. */
  recordPollMs: 10_000,
  listPollMs: 30_000,
  versionCheckMs: 600_000,
  updateCountdownS: 60,
  /** How long nothing was clicked, typed or scrolled before the page reloads by itself. */
  updateQuietS: 5,
  permissionReloadStepMs: 500,
  chunkLoadMs: 120_000,
  /** Until the print window opens, so that the sheet is laid out; specification section 9. */
  printWaitMs: 100,
  mobileMaxWidthPx: 1000,
  lowWindowMaxHeightPx: 850,
  historyEntries: 1000,
  /** Names in a list of components that images no longer show. */
  unseenNames: 2000,
  passwordMin: 8,
  passwordMax: 128,
  mailCodeDigits: 8,
  mailCodeMs: 10 * 60_000,
  /** Time for a sign-in at the service of a customer. */
  signOnMs: 15 * 60_000,
  /** Days that the log of a webhook keeps deliveries. */
  webhookDeliveryDays: 30,
  /** Days that a list still shows an access token that is over. */
  overTokenDays: 30,
  /** Time for the answer of a device with a passkey. */
  passkeyMs: 5 * 60_000,
  mailCodeTries: 5,
  /** Pause before a code or a link is sent again. */
  codeResendPauseMs: 20_000,
  invitationMs: 7 * 24 * 3600_000,
  /** Invitations of one account within a day, and the pause between two. */
  invitationsPerDay: 5,
  invitationPauseMs: 60_000,
  resetLinkMs: 60 * 60_000,
  totpSetupMs: 30 * 60_000,
  totpDigits: 6,
  signInLinkMs: 15 * 60_000,
  urlTokenMs: 10 * 60_000,
  proofMs: 10 * 60_000,
  /** Size of an error report: browsers send at most 64 KiB from a page that closes. */
  reportBytes: 56 * 1024,
  sessionIdleMs: 60 * 60_000,
  /** Sessions of one account at the same time; a sign-in beyond them ends the one used longest ago. */
  sessionsPerAccount: 50,
  /** Hours for which it is kept why a session ended, so that its device can say it. */
  sessionEndHours: 24,
  /** Errors that the browsers of one account may report in an hour. */
  diagnosticsPerHour: 500,
  /** Days for which error reports of browsers are stored. */
  diagnosticDays: 90,
  sessionAbsoluteMs: 12 * 3600_000,
  defaultColour: "#cccccc",
  /** Default user limit of a new customer. */
  customerUsers: 10,
  /** What a new customer and each of its users may store: gigabytes, and rows. */
  quota: {
    storage_limit_gb: 10_000,
    row_limit: 5_000_000,
    user_storage_limit_gb: 5000,
    user_row_limit: 1_000_000,
  },
  logoWidthPx: 800,
  logoHeightPx: 240,
  /** Maximum width times height of an uploaded logo. */
  logoPixels: 25_000_000,
} as const;
