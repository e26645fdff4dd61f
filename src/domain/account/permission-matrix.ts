// The permissions of the roles, and changes to them.
import { z } from "zod";
import { permissionShape } from "./session.ts";
import { idShape } from "../id.ts";

export const roleShape = z.object({
  id: z.number().int(),
  /** Key from domain/account/role.ts, or that of a role added in the database. */
  key: z.string(),
  permissions: z.array(permissionShape),
  /** How many users have the role. */
  user_count: z.number().int(),
});
export type Role = z.infer<typeof roleShape>;

const permissionList = z.array(permissionShape).max(200).default([]);

/** Changes to one role. Only the difference is sent, so that two editors do not overwrite each other. */
export const roleChangeShape = z.strictObject({
  role_id: idShape,
  granted: permissionList,
  revoked: permissionList,
});
export type RoleChange = z.input<typeof roleChangeShape>;

export const matrixChangeShape = z.object({
  changes: z.array(roleChangeShape).min(1).max(20),
});
