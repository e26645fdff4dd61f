// The three roles and what each may do from the start; the rows in the database may be edited later.
import type { Refusal } from "../error.ts";
import { permissionNames, type Permission } from "./permission.ts";
import { permissionMissing, type ViewerFacts } from "./viewer.ts";

export const roleKeys = ["customer_user", "admin", "super_admin"] as const;
export type RoleKey = (typeof roleKeys)[number];
/** Roles of the provider's staff. */
export const staffRoles = ["admin", "super_admin"] as const satisfies readonly RoleKey[];

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
  "READ_REPORT",
  "CREATE_REPORT",
  "READ_PLANT_BLUEPRINT",
  "READ_TASK",
];

/** Kept for super admins: what changes protected or finished things. */
const superAdminOnly: ReadonlySet<Permission> = new Set<Permission>([
  "UPDATE_PROTECTED_ANALYSIS",
  "READ_PERMISSION",
  "TERMINATE_RUNPOD_SERVER",
  "DELETE_CUSTOMER",
]);

export const rolePermissions: Record<RoleKey, readonly Permission[]> = {
  customer_user: customerUserPermissions,
  admin: permissionNames.filter((permission) => !superAdminOnly.has(permission)),
  super_admin: permissionNames,
};

/** What a role holds: super admins everything, by definition; the others what is stored for them. */
export function heldPermissions(key: string, stored: readonly Permission[]): readonly Permission[] {
  return key === "super_admin" ? permissionNames : stored;
}

/**
 * The plants that are seen of those the viewer's customer has: all (null), or the listed ones.
 * @param assigned as of `userShape`: null for all plants of the customer
 */
export function seenPlants(
  permissions: ReadonlySet<Permission>,
  assigned: readonly number[] | null,
): readonly number[] | null {
  if (permissions.has("READ_ALL_PLANT")) return null;
  return permissions.has("READ_AVAILABLE_PLANT") ? assigned : [];
}

/** Roles of the provider's staff; all others are bound to their customer. */
export function isProviderRole(key: string): boolean {
  return staffRoles.some((role) => role === key);
}

/** What reaches beyond one customer: no role of customers' users may have it. */
const staffOnly: ReadonlySet<Permission> = new Set<Permission>([
  "SWITCH_CUSTOMER",
  "CREATE_CUSTOMER",
  "DELETE_CUSTOMER",
  "READ_PERMISSION",
  "READ_PROVIDER_USER",
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
  // Nobody can give what they lack: super admins lack nothing.
  return permissionChangeRefusal(role, permission, held);
}

/** Why a role keeps a permission as it is; null where it may be changed. */
export function permissionChangeRefusal(
  { key }: { readonly key: string },
  permission: Permission,
  held: boolean,
): Refusal | null {
  // What no super admin holds, nobody could ever give again.
  if (key === "super_admin" && held) return { reason: "super_admin_keeps_all" };
  const isForStaff = !isProviderRole(key) && staffOnly.has(permission);
  return isForStaff && !held ? { reason: "permission_for_staff" } : null;
}
