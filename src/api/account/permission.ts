// The permission matrix: the permissions of all roles.
import { z } from "zod";
import { matrixChangeShape, roleShape } from "../../domain/account/permission-matrix.ts";
import { matrixChangeRefusal } from "../../domain/account/role.ts";
import { endpoint } from "../endpoint.ts";

const roles = z.array(roleShape);

export const permissionApi = {
  readMatrix: endpoint({
    method: "GET",
    path: "/auth/permission-matrix",
    summary: "The roles with their permissions.",
    permission: "READ_PERMISSION",
    scope: null,
    answer: roles,
  }),
  changeMatrix: endpoint({
    method: "POST",
    path: "/auth/permission-matrix",
    summary:
      "Grants and revokes permissions of roles. For super admins who do not hide their role.",
    permission: "READ_PERMISSION",
    refusal: matrixChangeRefusal,
    scope: null,
    body: matrixChangeShape,
    answer: roles,
  }),
};
