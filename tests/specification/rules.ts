// Roles, key figures, single transitions and constants of the specification (its sections 3 to 6, 8 and 9), as data.

export const roles = ["customer_user", "admin", "super_admin"] as const;
/** Roles that the server marks as isAdmin. */
export const admins = ["admin", "super_admin"] as const;

/** Permissions by the words of section 6: what only super admins do. */
export const superAdminsAlone = ["UPDATE_PROTECTED_ANALYSIS"] as const;
/** What customers' users do not: customers, users, servers and orders are managed by admins. */
export const notForCustomers = [
  "CREATE_CUSTOMER",
  "CREATE_USER",
  "CREATE_PLANT",
  "CREATE_ORDER",
  "RUN_QFLY_SERVER",
  "CREATE_RUNPOD_SERVER",
  "RELEASE_ANALYSIS_RESULT",
] as const;

/** The numbers of the performance indicators. */
export const keyFigureIds = Array.from({ length: 67 }, (_, at) => at + 1);
/** Those that the specification names. */
export const namedKeyFigures =
  "infrared_intensity orientation friction missing_glass_tube coating_degradation hydrogen hotspots soiling tracking_deviation ortho_images bypass_diode performance_loss mirror_damage glass_tube_temperature".split(
    " ",
  );
export const glassTubeClasses = [
  "good",
  "vacuum_loss_begins",
  "moderate_heat_loss",
  "severe_heat_loss",
];
/** The first is hidden where the second is present. */
export const hiding = ["infrared_intensity", "glass_tube_temperature"] as const;

export const themes = ["default", "light", "dark"];
export const locales = ["en", "es", "pt"];

export const errorCodes =
  "INVALID_TOKEN TOKEN_EXPIRED PERMISSION_RELOAD_REQUIRED PERMISSION_DENIED INVALID_CREDENTIALS EMAIL_ALREADY_EXISTS RESOURCE_NOT_FOUND BAD_REQUEST DISCONNECT SOMETHING_WENT_WRONG".split(
    " ",
  );
export const finalTaskStates = ["SUCCESSFUL", "FAILED"];
export const serverSizes = ["very_small", "small", "medium", "large"];
export const volumeIncreases = [100, 250, 500];
export const constants = { versionCheckMs: 600_000, taskPollMs: 3000, imageBytes: 5 * 1024 ** 2 };

/** An analysis that is ready for its next step: a drone is chosen and data are there. */
const ready = { drone_id: 1, file_count: 3, running_uploads: 0, selected_files: 0 };

/** Steps that section 4 names: from a state, by what happens, to a state; null where it is refused. */
export const transitions = [
  ["EMPTY", "upload_started", ready, "UPLOADING"],
  ["UPLOADING", "upload_finished", ready, "DATA_INCOMPLETE"],
  ["UPLOADING", "upload_failed", ready, "UPLOAD_FAILED"],
  ["UPLOAD_FAILED", "upload_started", ready, "UPLOADING"],
  ["DATA_INCOMPLETE", "data_completed", ready, "DATA_COMPLETE"],
  ["DATA_COMPLETE", "data_verified", ready, "DATA_COMPLETE_VERIFIED"],
  ["DATA_COMPLETE_VERIFIED", "evaluation_started", ready, "PROCESSING"],
  ["PROCESSING", "analysis_finished", ready, "FINISHED"],
  // A drone must be selected, and data uploaded, before data complete.
  ["DATA_INCOMPLETE", "data_completed", { ...ready, drone_id: null }, null],
  ["DATA_INCOMPLETE", "data_completed", { ...ready, file_count: 0 }, null],
  // It cannot be ticked while new files are only selected, and applies once an upload finishes.
  ["DATA_INCOMPLETE", "data_completed", { ...ready, selected_files: 1 }, null],
  ["UPLOADING", "data_completed", { ...ready, running_uploads: 1 }, null],
  // No more uploads once the state is beyond data complete.
  ["DATA_COMPLETE", "upload_started", ready, null],
  ["DATA_COMPLETE_VERIFIED", "upload_started", ready, null],
  ["PROCESSING", "upload_started", ready, null],
  ["FINISHED", "upload_started", ready, null],
  ["EMPTY", "analysis_finished", ready, null],
] as const;

/** States in which a plant may not have another analysis. */
export const incompleteStates = ["EMPTY", "UPLOADING", "UPLOAD_FAILED", "DATA_INCOMPLETE"];
/** States in which package and drone are changed by super admins alone. */
export const protectedFrom = "DATA_COMPLETE";
/** Three visibilities are shown. */
export const visibilities = ["not_released", "released", "invisible"];
