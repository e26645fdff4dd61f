// The built-in roles and their permissions in a new installation. Super admins can change them later.
import type { Refusal } from "../error.ts";
import { permissionNames, type Permission } from "./permission.ts";
import { permissionMissing, type ViewerFacts } from "./viewer.ts";

export const roleKeys = ["customer_user", "customer_admin", "admin", "super_admin"] as const;
export type RoleKey = (typeof roleKeys)[number];
/** Roles of the provider's staff. */
export const staffRoles = ["admin", "super_admin"] as const satisfies readonly RoleKey[];

/** In the order of the catalogue. */
const customerUserPermissions: readonly Permission[] = [
  "READ_ANALYSIS_RESULT",
  "DOWNLOAD_ANALYSIS_RESULT_FILE",
  "READ_ANALYSIS",
  "MANAGE_CUSTOM_COMPONENT_PROPERTY",
  "LIST_DOC_FILE",
  "DOWNLOAD_DOC_FILE",
  "DOWNLOAD_DIGITAL_TWIN",
  "READ_DIGITAL_TWIN_VISUALIZATION",
  "READ_OBSERVATION",
  "CREATE_OBSERVATION",
  "UPDATE_OBSERVATION",
  "DELETE_OBSERVATION",
  "UPLOAD_OBSERVATION_IMAGE",
  "READ_OBSERVATION_VISUALIZATION",
  "READ_AVAILABLE_PLANT",
  "READ_RELEASE_NOTES",
  "READ_TASK",
  "CREATE_REPORT",
  "READ_REPORT",
  "READ_PLANT_BLUEPRINT",
  "READ_FINDING",
  "UPDATE_FINDING",
  "ASSIGN_FINDING",
  "READ_WORK_ORDER",
  "UPDATE_WORK_ORDER",
  "UPDATE_SERIAL_NUMBER",
];

/** What a customer's own administrator may besides: manage the users and the sign-in of the customer. */
const ownAdministration: ReadonlySet<Permission> = new Set<Permission>([
  "READ_CUSTOMER",
  "UPDATE_OWN_CUSTOMER",
  "CREATE_USER",
  "UPDATE_USER",
  "DELETE_USER",
  "READ_USER",
  "READ_AVAILABLE_ROLE",
  "MANAGE_WEBHOOK",
]);

/** Permissions of super admins alone: they change protected or finished things. */
const superAdminOnly: ReadonlySet<Permission> = new Set<Permission>([
  "UPDATE_PROTECTED_ANALYSIS",
  "READ_PERMISSION",
  "TERMINATE_RUNPOD_SERVER",
  "DELETE_CUSTOMER",
]);

export const rolePermissions: Record<RoleKey, readonly Permission[]> = {
  customer_user: customerUserPermissions,
  customer_admin: permissionNames.filter(
    (permission) =>
      customerUserPermissions.includes(permission) || ownAdministration.has(permission),
  ),
  admin: permissionNames.filter((permission) => !superAdminOnly.has(permission)),
  super_admin: permissionNames,
};

/** The permissions of a role: super admins hold all by definition, other roles what is stored. */
export function heldPermissions(key: string, stored: readonly Permission[]): readonly Permission[] {
  return key === "super_admin" ? permissionNames : stored;
}

/**
 * IDs of the plants that the viewer sees among those of the customer; null for all.
 * @param assigned `plant_ids` of `userShape`: null for all plants of the customer
 */
export function visiblePlantIds(
  permissions: ReadonlySet<Permission>,
  assigned: readonly number[] | null,
): readonly number[] | null {
  if (permissions.has("READ_ALL_PLANT")) return null;
  return permissions.has("READ_AVAILABLE_PLANT") ? assigned : [];
}

/** True for roles of the provider's staff. All other roles are limited to their customer. */
export function isProviderRole(key: string): boolean {
  return staffRoles.some((role) => role === key);
}

/** Permissions that concern several customers. Roles of customers' users cannot have them. */
const staffOnly: ReadonlySet<Permission> = new Set<Permission>([
  "SWITCH_CUSTOMER",
  "CREATE_CUSTOMER",
  "DELETE_CUSTOMER",
  "READ_PERMISSION",
  "READ_PROVIDER_USER",
  "READ_AUDIT_TRAIL",
]);

export type MatrixChange = {
  readonly role: { readonly key: string };
  readonly permission: Permission;
  /** Whether the role holds it now. */
  readonly held: boolean;
};

/** Why the viewer cannot change the matrix, or this permission of this role, or null. */
export function matrixChangeRefusal(
  viewer: Pick<ViewerFacts, "is_super_admin">,
  change?: MatrixChange,
): Refusal | null {
  if (!viewer.is_super_admin) return permissionMissing;
  if (!change) return null;
  const { role, permission, held } = change;
  // A viewer can only grant a permission that they hold. Super admins hold all.
  return permissionChangeRefusal(role, permission, held);
}

/** Why this permission of the role cannot be changed, or null. */
export function permissionChangeRefusal(
  { key }: { readonly key: string },
  permission: Permission,
  held: boolean,
): Refusal | null {
  // A permission that no super admin holds could never be granted again.
  if (key === "super_admin" && held) return { reason: "super_admin_keeps_all" };
  const isForStaff = !isProviderRole(key) && staffOnly.has(permission);
  return isForStaff && !held ? { reason: "permission_for_staff" } : null;
}
