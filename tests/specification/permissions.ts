// The permissions of the specification (its section 6): what each group names, and the names of the product for it.

/** 1 to 113. */
export const permissionGroups: Readonly<Record<string, string>> = {
  "analysis file: download, delete, move, upload":
    "DOWNLOAD_ANALYSIS_FILE DELETE_ANALYSIS_FILE MOVE_ANALYSIS_FILE UPLOAD_ANALYSIS_FILE",
  "analysis result: import, release, delete, read, download file, update":
    "IMPORT_ANALYSIS_RESULT RELEASE_ANALYSIS_RESULT DELETE_ANALYSIS_RESULT READ_ANALYSIS_RESULT DOWNLOAD_ANALYSIS_RESULT_FILE UPDATE_ANALYSIS_RESULT",
  "analysis: read, create, delete, update, history, state, protected, invoice, packages":
    "READ_ANALYSIS CREATE_ANALYSIS DELETE_ANALYSIS UPDATE_ANALYSIS READ_ANALYSIS_HISTORY UPDATE_ANALYSIS_HISTORY UPDATE_ANALYSIS_STATE_MANUALLY UPDATE_PROTECTED_ANALYSIS UPDATE_ANALYSIS_INVOICE READ_ANALYSIS_INVOICE UPDATE_ANALYSIS_PRODUCT_PACKAGES",
  "analysis: drone plant coverage, flight mission cover, task update, all states read":
    "READ_DRONE_PLANT_COVERAGE READ_FLIGHT_MISSION_COVER GENERATE_FLIGHT_MISSION_COVER UPDATE_ANALYSIS_TASK READ_ALL_ANALYSIS_STATES",
  "analysis server: read, run, stop, update":
    "READ_QFLY_SERVER RUN_QFLY_SERVER STOP_QFLY_SERVER UPDATE_QFLY_SERVER",
  "GPU cloud server: read, create, start, stop, update, terminate":
    "READ_RUNPOD_SERVER CREATE_RUNPOD_SERVER START_RUNPOD_SERVER STOP_RUNPOD_SERVER UPDATE_RUNPOD_SERVER TERMINATE_RUNPOD_SERVER",
  "custom component property and enabled PI field management":
    "MANAGE_CUSTOM_COMPONENT_PROPERTY MANAGE_ENABLED_PI_FIELD",
  "customer: read, create, update, delete, update own customer, switch customer":
    "READ_CUSTOMER CREATE_CUSTOMER UPDATE_CUSTOMER DELETE_CUSTOMER UPDATE_OWN_CUSTOMER SWITCH_CUSTOMER",
  "documentation files: upload, list, download, update, delete":
    "UPLOAD_DOC_FILE LIST_DOC_FILE DOWNLOAD_DOC_FILE UPDATE_DOC_FILE DELETE_DOC_FILE",
  "drone model: create, read, read available, update, delete":
    "CREATE_DRONE_MODEL READ_DRONE_MODEL READ_AVAILABLE_DRONE_MODEL UPDATE_DRONE_MODEL DELETE_DRONE_MODEL",
  "drone: create, read, read available, update, delete":
    "CREATE_DRONE READ_DRONE READ_AVAILABLE_DRONE UPDATE_DRONE DELETE_DRONE",
  "digital twin: upload, download, visualization":
    "UPLOAD_DIGITAL_TWIN DOWNLOAD_DIGITAL_TWIN READ_DIGITAL_TWIN_VISUALIZATION",
  "flight campaign: create, read, update, delete, export":
    "CREATE_FLIGHT_CAMPAIGN READ_FLIGHT_CAMPAIGN UPDATE_FLIGHT_CAMPAIGN DELETE_FLIGHT_CAMPAIGN EXPORT_FLIGHT_CAMPAIGN",
  "flight route: read, delete, update, delete in the drone cloud platform":
    "READ_FLIGHT_ROUTE DELETE_FLIGHT_ROUTE UPDATE_FLIGHT_ROUTE DELETE_FLIGHT_ROUTE_IN_DRONE_CLOUD",
  "observations: read, create, update, delete, overwrite, upload image, visualization":
    "READ_OBSERVATION CREATE_OBSERVATION UPDATE_OBSERVATION DELETE_OBSERVATION OVERWRITE_OBSERVATION UPLOAD_OBSERVATION_IMAGE READ_OBSERVATION_VISUALIZATION",
  "reference measurement: move, ignore": "MOVE_REFERENCE_MEASUREMENT IGNORE_REFERENCE_MEASUREMENT",
  "order: read, update, create, delete, read order product packages":
    "READ_ORDER UPDATE_ORDER CREATE_ORDER DELETE_ORDER READ_ORDER_PRODUCT_PACKAGES",
  "plant: read available, read all, create, update, delete":
    "READ_AVAILABLE_PLANT READ_ALL_PLANT CREATE_PLANT UPDATE_PLANT DELETE_PLANT",
  "product package: manage, read; release notes read":
    "MANAGE_PRODUCT_PACKAGE READ_PRODUCT_PACKAGE READ_RELEASE_NOTES",
  "task: read, launch": "READ_TASK LAUNCH_TASK",
  "user: create, update, delete, read; permission, available role, provider user read":
    "CREATE_USER UPDATE_USER DELETE_USER READ_USER READ_PERMISSION READ_AVAILABLE_ROLE READ_PROVIDER_USER",
  "drone cloud platform projects and routes read; external file import":
    "READ_DRONE_CLOUD_PROJECT READ_DRONE_CLOUD_ROUTE IMPORT_EXTERNAL_FILE",
  "reports: create, read, delete other": "CREATE_REPORT READ_REPORT DELETE_OTHER_REPORT",
  "edit flight area polygons; plant blueprint: read, manage; evaluation batch: manage, read":
    "EDIT_FLIGHT_AREA_POLYGON READ_PLANT_BLUEPRINT MANAGE_PLANT_BLUEPRINT MANAGE_EVALUATION_BATCH READ_EVALUATION_BATCH",
};
