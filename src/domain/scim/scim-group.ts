// What a sign-in service says of a group: in a whole resource, or in the operations of a PATCH.
import { MAX_INTEGER } from "../id.ts";
import { isLine } from "../text.ts";
import {
  attributesOf,
  badScim,
  isScimObject,
  scimLimits,
  scimSchemas,
  type ScimObject,
} from "./scim.ts";
import { operationsOf } from "./scim-user.ts";

/** In the order of the request. */
export type GroupStep =
  | { readonly set: "display_name"; readonly value: string }
  | { readonly set: "external_id"; readonly value: string | null }
  | { readonly members: "add" | "remove" | "replace"; readonly ids: readonly number[] };

/** @throws ScimFault */
export function groupStepsOf(body: unknown): GroupStep[] {
  if (!isScimObject(body)) throw badScim("invalidSyntax", "The body is one JSON object.");
  const steps = [...attributesOf(body)].flatMap(([path, value]) => stepsOf("replace", path, value));
  return withinLimit(steps);
}

/** What the operations change. @throws ScimFault */
export function patchedGroupSteps(body: unknown): GroupStep[] {
  const steps = operationsOf(body).flatMap(({ op, path, value }) => {
    if (path !== null) return stepsOf(op, path, value);
    if (!isScimObject(value)) {
      throw badScim("invalidValue", "An operation without a path has an object as its value.");
    }
    return [...attributesOf(value)].flatMap(([name, part]) => stepsOf(op, name, part));
  });
  return withinLimit(steps);
}

/** The limit of members holds for a request, however many operations name them. */
function withinLimit(steps: GroupStep[]): GroupStep[] {
  const count = steps.reduce((sum, step) => sum + ("members" in step ? step.ids.length : 0), 0);
  if (count > scimLimits.members) throw tooManyMembers();
  return steps;
}

const tooManyMembers = () =>
  badScim("invalidValue", `A request names at most ${scimLimits.members} members.`);

const oneMember = /^members\[\s*value\s+eq\s+"(\d{1,10})"\s*\]$/;

function stepsOf(op: "add" | "replace" | "remove", path: string, value: unknown): GroupStep[] {
  if (path === "displayname") {
    if (op === "remove") throw badScim("invalidValue", "displayName cannot be removed.");
    return [{ set: "display_name", value: textOf("displayName", value) }];
  }
  if (path === "externalid") {
    const isNone = op === "remove" || value === null;
    return [{ set: "external_id", value: isNone ? null : textOf("externalId", value) }];
  }
  if (path === "members") {
    // Without values, a removal means all members.
    if (op === "remove" && (value === undefined || value === null)) {
      return [{ members: "replace", ids: [] }];
    }
    return [{ members: op, ids: memberIds(value) }];
  }
  const [, id] = oneMember.exec(path) ?? [];
  if (id !== undefined && op === "remove") return [{ members: "remove", ids: [Number(id)] }];
  if (path.startsWith("members")) {
    throw badScim("invalidPath", 'Members are named by members or by members[value eq "ID"].');
  }
  return [];
}

function memberIds(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  if (list.length > scimLimits.members) throw tooManyMembers();
  return list.map((one) => {
    const text = isScimObject(one) ? attributesOf(one).get("value") : one;
    if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_INTEGER) {
      throw badScim("invalidValue", "A member is an object with the ID of a user as its value.");
    }
    return Number(text);
  });
}

function textOf(path: string, value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > 200 || !isLine(text)) {
    throw badScim("invalidValue", `${path} is a text of 1 to 200 letters in one line.`);
  }
  return text;
}

export type ProvisionedGroup = {
  readonly id: number;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly modified_at: string;
  /** Null where they were not asked for. */
  readonly members: readonly { readonly id: number; readonly user_name: string }[] | null;
};

/** The group as a resource. @param base address of all resources */
export function groupResource(group: ProvisionedGroup, base: string): ScimObject {
  return {
    schemas: [scimSchemas.group],
    id: String(group.id),
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.display_name,
    ...(group.members && {
      members: group.members.map(({ id, user_name }) => ({
        value: String(id),
        $ref: `${base}/Users/${id}`,
        display: user_name,
        type: "User",
      })),
    }),
    meta: {
      resourceType: "Group",
      created: group.created_at,
      lastModified: group.modified_at,
      location: `${base}/Groups/${group.id}`,
    },
  };
}
