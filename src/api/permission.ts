// The permission matrix: which role may do what.
import { z } from "zod";
import { matrixChangeShape, roleShape } from "../domain/account/permission-matrix.ts";
import { matrixChangeRefusal } from "../domain/account/role.ts";
import { endpoint } from "./endpoint.ts";

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
    summary: "Gives permissions to roles and takes them away; for super admins who do not hide it.",
    permission: "READ_PERMISSION",
    refusal: matrixChangeRefusal,
    scope: null,
    body: matrixChangeShape,
    answer: roles,
  }),
};
