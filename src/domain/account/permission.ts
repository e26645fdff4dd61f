// The permissions: number, name, group. Their texts are in permission.json of every locale.

export const permissions = [
  { number: 1, name: "DOWNLOAD_ANALYSIS_FILE", group: "analysis_file" },
  { number: 2, name: "DELETE_ANALYSIS_FILE", group: "analysis_file" },
  { number: 3, name: "MOVE_ANALYSIS_FILE", group: "analysis_file" },
  { number: 4, name: "UPLOAD_ANALYSIS_FILE", group: "analysis_file" },
  { number: 5, name: "IMPORT_ANALYSIS_RESULT", group: "analysis_result" },
  { number: 6, name: "RELEASE_ANALYSIS_RESULT", group: "analysis_result" },
  { number: 7, name: "DELETE_ANALYSIS_RESULT", group: "analysis_result" },
  { number: 8, name: "READ_ANALYSIS_RESULT", group: "analysis_result" },
  { number: 9, name: "DOWNLOAD_ANALYSIS_RESULT_FILE", group: "analysis_result" },
  { number: 10, name: "UPDATE_ANALYSIS_RESULT", group: "analysis_result" },
  { number: 11, name: "READ_ANALYSIS", group: "analysis" },
  { number: 12, name: "CREATE_ANALYSIS", group: "analysis" },
  { number: 13, name: "DELETE_ANALYSIS", group: "analysis" },
  { number: 14, name: "UPDATE_ANALYSIS", group: "analysis" },
  { number: 15, name: "READ_ANALYSIS_HISTORY", group: "analysis" },
  { number: 16, name: "UPDATE_ANALYSIS_HISTORY", group: "analysis" },
  { number: 17, name: "UPDATE_ANALYSIS_STATE_MANUALLY", group: "analysis" },
  { number: 18, name: "UPDATE_PROTECTED_ANALYSIS", group: "analysis" },
  { number: 19, name: "UPDATE_ANALYSIS_INVOICE", group: "analysis" },
  { number: 20, name: "READ_ANALYSIS_INVOICE", group: "analysis" },
  { number: 21, name: "UPDATE_ANALYSIS_PRODUCT_PACKAGES", group: "analysis" },
  { number: 22, name: "READ_DRONE_PLANT_COVERAGE", group: "analysis" },
  { number: 23, name: "READ_FLIGHT_MISSION_COVER", group: "analysis" },
  { number: 24, name: "GENERATE_FLIGHT_MISSION_COVER", group: "analysis" },
  { number: 25, name: "UPDATE_ANALYSIS_TASK", group: "analysis" },
  { number: 26, name: "READ_ALL_ANALYSIS_STATES", group: "analysis" },
  { number: 27, name: "READ_QFLY_SERVER", group: "analysis_server" },
  { number: 28, name: "RUN_QFLY_SERVER", group: "analysis_server" },
  { number: 29, name: "STOP_QFLY_SERVER", group: "analysis_server" },
  { number: 30, name: "UPDATE_QFLY_SERVER", group: "analysis_server" },
  { number: 31, name: "READ_RUNPOD_SERVER", group: "gpu_cloud_server" },
  { number: 32, name: "CREATE_RUNPOD_SERVER", group: "gpu_cloud_server" },
  { number: 33, name: "START_RUNPOD_SERVER", group: "gpu_cloud_server" },
  { number: 34, name: "STOP_RUNPOD_SERVER", group: "gpu_cloud_server" },
  { number: 35, name: "UPDATE_RUNPOD_SERVER", group: "gpu_cloud_server" },
  { number: 36, name: "TERMINATE_RUNPOD_SERVER", group: "gpu_cloud_server" },
  { number: 37, name: "MANAGE_CUSTOM_COMPONENT_PROPERTY", group: "custom_component_property" },
  { number: 38, name: "MANAGE_ENABLED_PI_FIELD", group: "custom_component_property" },
  { number: 39, name: "READ_CUSTOMER", group: "customer" },
  { number: 40, name: "CREATE_CUSTOMER", group: "customer" },
  { number: 41, name: "UPDATE_CUSTOMER", group: "customer" },
  { number: 42, name: "DELETE_CUSTOMER", group: "customer" },
  { number: 43, name: "UPDATE_OWN_CUSTOMER", group: "customer" },
  { number: 44, name: "SWITCH_CUSTOMER", group: "customer" },
  { number: 45, name: "UPLOAD_DOC_FILE", group: "document" },
  { number: 46, name: "LIST_DOC_FILE", group: "document" },
  { number: 47, name: "DOWNLOAD_DOC_FILE", group: "document" },
  { number: 48, name: "UPDATE_DOC_FILE", group: "document" },
  { number: 49, name: "DELETE_DOC_FILE", group: "document" },
  { number: 50, name: "CREATE_DRONE_MODEL", group: "drone_model" },
  { number: 51, name: "READ_DRONE_MODEL", group: "drone_model" },
  { number: 52, name: "READ_AVAILABLE_DRONE_MODEL", group: "drone_model" },
  { number: 53, name: "UPDATE_DRONE_MODEL", group: "drone_model" },
  { number: 54, name: "DELETE_DRONE_MODEL", group: "drone_model" },
  { number: 55, name: "CREATE_DRONE", group: "drone" },
  { number: 56, name: "READ_DRONE", group: "drone" },
  { number: 57, name: "READ_AVAILABLE_DRONE", group: "drone" },
  { number: 58, name: "UPDATE_DRONE", group: "drone" },
  { number: 59, name: "DELETE_DRONE", group: "drone" },
  { number: 60, name: "UPLOAD_DIGITAL_TWIN", group: "digital_twin" },
  { number: 61, name: "DOWNLOAD_DIGITAL_TWIN", group: "digital_twin" },
  { number: 62, name: "READ_DIGITAL_TWIN_VISUALIZATION", group: "digital_twin" },
  { number: 63, name: "CREATE_FLIGHT_CAMPAIGN", group: "flight_campaign" },
  { number: 64, name: "READ_FLIGHT_CAMPAIGN", group: "flight_campaign" },
  { number: 65, name: "UPDATE_FLIGHT_CAMPAIGN", group: "flight_campaign" },
  { number: 66, name: "DELETE_FLIGHT_CAMPAIGN", group: "flight_campaign" },
  { number: 67, name: "EXPORT_FLIGHT_CAMPAIGN", group: "flight_campaign" },
  { number: 68, name: "READ_FLIGHT_ROUTE", group: "flight_route" },
  { number: 69, name: "DELETE_FLIGHT_ROUTE", group: "flight_route" },
  { number: 70, name: "UPDATE_FLIGHT_ROUTE", group: "flight_route" },
  { number: 71, name: "DELETE_FLIGHT_ROUTE_IN_DRONE_CLOUD", group: "flight_route" },
  { number: 72, name: "READ_OBSERVATION", group: "observation" },
  { number: 73, name: "CREATE_OBSERVATION", group: "observation" },
  { number: 74, name: "UPDATE_OBSERVATION", group: "observation" },
  { number: 75, name: "DELETE_OBSERVATION", group: "observation" },
  { number: 76, name: "OVERWRITE_OBSERVATION", group: "observation" },
  { number: 77, name: "UPLOAD_OBSERVATION_IMAGE", group: "observation" },
  { number: 78, name: "READ_OBSERVATION_VISUALIZATION", group: "observation" },
  { number: 79, name: "MOVE_REFERENCE_MEASUREMENT", group: "reference_measurement" },
  { number: 80, name: "IGNORE_REFERENCE_MEASUREMENT", group: "reference_measurement" },
  { number: 81, name: "READ_ORDER", group: "order" },
  { number: 82, name: "UPDATE_ORDER", group: "order" },
  { number: 83, name: "CREATE_ORDER", group: "order" },
  { number: 84, name: "DELETE_ORDER", group: "order" },
  { number: 85, name: "READ_ORDER_PRODUCT_PACKAGES", group: "order" },
  { number: 86, name: "READ_AVAILABLE_PLANT", group: "plant" },
  { number: 87, name: "READ_ALL_PLANT", group: "plant" },
  { number: 88, name: "CREATE_PLANT", group: "plant" },
  { number: 89, name: "UPDATE_PLANT", group: "plant" },
  { number: 90, name: "DELETE_PLANT", group: "plant" },
  { number: 91, name: "MANAGE_PRODUCT_PACKAGE", group: "product_package" },
  { number: 92, name: "READ_PRODUCT_PACKAGE", group: "product_package" },
  { number: 93, name: "READ_RELEASE_NOTES", group: "release_notes" },
  { number: 94, name: "READ_TASK", group: "task" },
  { number: 95, name: "LAUNCH_TASK", group: "task" },
  { number: 96, name: "CREATE_USER", group: "user" },
  { number: 97, name: "UPDATE_USER", group: "user" },
  { number: 98, name: "DELETE_USER", group: "user" },
  { number: 99, name: "READ_USER", group: "user" },
  { number: 100, name: "READ_PERMISSION", group: "user" },
  { number: 101, name: "READ_AVAILABLE_ROLE", group: "user" },
  { number: 102, name: "READ_PROVIDER_USER", group: "user" },
  { number: 103, name: "READ_DRONE_CLOUD_PROJECT", group: "drone_cloud" },
  { number: 104, name: "READ_DRONE_CLOUD_ROUTE", group: "drone_cloud" },
  { number: 105, name: "IMPORT_EXTERNAL_FILE", group: "drone_cloud" },
  { number: 106, name: "CREATE_REPORT", group: "report" },
  { number: 107, name: "READ_REPORT", group: "report" },
  { number: 108, name: "DELETE_OTHER_REPORT", group: "report" },
  { number: 109, name: "EDIT_FLIGHT_AREA_POLYGON", group: "flight_area" },
  { number: 110, name: "READ_PLANT_BLUEPRINT", group: "blueprint" },
  { number: 111, name: "MANAGE_PLANT_BLUEPRINT", group: "blueprint" },
  { number: 112, name: "MANAGE_EVALUATION_BATCH", group: "evaluation_batch" },
  { number: 113, name: "READ_EVALUATION_BATCH", group: "evaluation_batch" },
  { number: 114, name: "READ_FINDING", group: "finding" },
  { number: 115, name: "UPDATE_FINDING", group: "finding" },
  { number: 116, name: "ASSIGN_FINDING", group: "finding" },
  { number: 117, name: "READ_AUDIT_TRAIL", group: "user" },
  { number: 118, name: "READ_WORK_ORDER", group: "finding" },
  { number: 119, name: "UPDATE_WORK_ORDER", group: "finding" },
  { number: 120, name: "MANAGE_WEBHOOK", group: "customer" },
  { number: 121, name: "UPDATE_SERIAL_NUMBER", group: "finding" },
] as const;

export type Permission = (typeof permissions)[number]["name"];
export type PermissionGroup = (typeof permissions)[number]["group"];

/** What an endpoint or a panel requires: one permission, all, any of several, or (null) only a sign-in. */
export type Requirement =
  | Permission
  | { readonly all: readonly Permission[] }
  | { readonly any: readonly Permission[] }
  | null;

/** True if the held permissions meet the requirement. */
export function isPermitted(requirement: Requirement, held: ReadonlySet<Permission>): boolean {
  if (requirement === null) return true;
  if (typeof requirement === "string") return held.has(requirement);
  return "all" in requirement
    ? requirement.all.every((permission) => held.has(permission))
    : requirement.any.some((permission) => held.has(permission));
}

export const permissionNames: readonly Permission[] = permissions.map(({ name }) => name);

const known: ReadonlySet<string> = new Set(permissionNames);

export function isPermission(name: string): name is Permission {
  return known.has(name);
}
