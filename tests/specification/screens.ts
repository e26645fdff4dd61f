// The routes and the states of the specification (its sections 2 and 4).
import type { Permission, Requirement } from "../../src/domain/account/permission.ts";

export const publicRoutes =
  `/login /confirm-mail-login/:confirmKey /confirm-totp-login/:confirmKey /register/:confirmKey
  /register-totp/:confirmKey /forgot-password /reset-password/:confirmKey /redirecting`.split(
    /\s+/,
  );

/** Routes for signed-in users, with the permission that opens them; "none" needs none. */
export const routes: Readonly<Record<string, Requirement>> = {
  "/plants": null,
  "/plant/:id": {
    any: [
      "READ_ANALYSIS_RESULT",
      "READ_DIGITAL_TWIN_VISUALIZATION",
      "READ_OBSERVATION",
      "READ_ALL_PLANT",
    ],
  },
  "/plant/:id/settings": { any: ["MANAGE_CUSTOM_COMPONENT_PROPERTY", "MANAGE_ENABLED_PI_FIELD"] },
  "/analyses": "READ_ANALYSIS",
  "/analysis/new": { all: ["CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"] },
  "/analysis/:id": {
    any: [
      "UPDATE_ANALYSIS",
      "UPLOAD_ANALYSIS_FILE",
      "DOWNLOAD_ANALYSIS_FILE",
      "READ_FLIGHT_CAMPAIGN",
    ],
  },
  "/settings/users": "READ_USER",
  "/settings/permissions": "READ_PERMISSION",
  "/settings/customers": "READ_CUSTOMER",
  "/settings/product-packages": "READ_PRODUCT_PACKAGE",
  "/settings/orders": "READ_ORDER",
  "/settings/drones": "READ_DRONE",
  "/settings/monitoring": { any: ["READ_QFLY_SERVER", "READ_RUNPOD_SERVER", "READ_TASK"] },
  "/settings/user-profile": null,
  // The specification says both and either; the product takes either.
  "/doc/files": { any: ["LIST_DOC_FILE", "DOWNLOAD_DOC_FILE"] },
};

/** Permissions that open a route besides the specified ones: the page has a section for each of them. */
export const widened: Readonly<Record<string, readonly Permission[]>> = {
  "/plant/:id/settings": [
    "EDIT_FLIGHT_AREA_POLYGON",
    "MANAGE_EVALUATION_BATCH",
    "MANAGE_PLANT_BLUEPRINT",
    "UPDATE_PLANT",
    "UPLOAD_DIGITAL_TWIN",
  ],
};

/** Public routes that the product adds, and why. */
export const addedPublicRoutes: Readonly<Record<string, string>> = {
  "/single-sign-on": "sign-in services send the browser back to it",
};

/** Routes that the product adds, and why. */
export const addedRoutes: Readonly<Record<string, string>> = {
  "/plants/new": "a plant is drawn on the world map",
  "/settings/single-sign-on": "customers sign in with their own service",
  "/settings/webhooks": "systems of customers get a message of each change",
  "/settings/plants": "plants as records",
  "/settings/diagnostics": "what browsers have reported",
  "/settings/audit": "who did what, and who downloaded what",
  "/settings/about": "version and licences",
};

export const analysisStates =
  "EMPTY UPLOADING UPLOAD_FAILED DATA_INCOMPLETE DATA_COMPLETE DATA_COMPLETE_VERIFIED PROCESSING FINISHED";
export const invoiceStates = "NEEDS_TO_BE_CREATED DRAFT SENT PAID NO_INVOICE_REQUIRED";

/** Result import needs a state at or after this one; uploads end with DATA_COMPLETE. */
export const importsFrom = "DATA_COMPLETE_VERIFIED";
