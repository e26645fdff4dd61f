// The routes of user provisioning, as data: the tests of access are made from this list.
import {
  resourceTypes,
  schemaResources,
  serviceProviderConfig,
} from "../../domain/scim/scim-discovery.ts";
import { ScimFault, scimList } from "../../domain/scim/scim.ts";
import type { ScimContext, ScimRequest } from "./scim-context.ts";
import * as groups from "./scim-group.ts";
import * as users from "./scim-user.ts";

export type ScimRoute = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the address of all resources. */
  readonly path: string;
  /** Status of the answer: 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** What `:id` names. */
  readonly names?: "user" | "group";
  run(context: ScimContext, request: ScimRequest): Promise<object | null>;
};

function one(all: readonly Readonly<Record<string, unknown>>[], id: string): object {
  const found = all.find((resource) => String(resource["id"]) === id);
  if (!found) throw new ScimFault(404, null, "There is no such resource.");
  return found;
}

const listed = (all: readonly object[]) => scimList(all, all.length, 1);

export const scimRoutes: readonly ScimRoute[] = [
  {
    method: "GET",
    path: "/ServiceProviderConfig",
    status: 200,
    run: async ({ base, help }) => serviceProviderConfig(base, help),
  },
  {
    method: "GET",
    path: "/ResourceTypes",
    status: 200,
    run: async ({ base }) => listed(resourceTypes(base)),
  },
  {
    method: "GET",
    path: "/ResourceTypes/:id",
    status: 200,
    run: async ({ base }, { id }) => one(resourceTypes(base), id),
  },
  {
    method: "GET",
    path: "/Schemas",
    status: 200,
    run: async ({ base }) => listed(schemaResources(base)),
  },
  {
    method: "GET",
    path: "/Schemas/:id",
    status: 200,
    run: async ({ base }, { id }) => one(schemaResources(base), id),
  },
  { method: "GET", path: "/Users", status: 200, run: users.listUsers },
  { method: "POST", path: "/Users", status: 201, run: users.createUser },
  { method: "GET", path: "/Users/:id", status: 200, names: "user", run: users.readUser },
  { method: "PUT", path: "/Users/:id", status: 200, names: "user", run: users.replaceUser },
  { method: "PATCH", path: "/Users/:id", status: 200, names: "user", run: users.patchUser },
  { method: "DELETE", path: "/Users/:id", status: 204, names: "user", run: users.removeUser },
  { method: "GET", path: "/Groups", status: 200, run: groups.listGroups },
  { method: "POST", path: "/Groups", status: 201, run: groups.createGroup },
  { method: "GET", path: "/Groups/:id", status: 200, names: "group", run: groups.readGroup },
  { method: "PUT", path: "/Groups/:id", status: 200, names: "group", run: groups.replaceGroup },
  { method: "PATCH", path: "/Groups/:id", status: 204, names: "group", run: groups.patchGroup },
  { method: "DELETE", path: "/Groups/:id", status: 204, names: "group", run: groups.removeGroup },
];
