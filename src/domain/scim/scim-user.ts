// What a sign-in service says of a user: in a whole resource, or in the operations of a PATCH.
import { claimedLocale } from "../account/claimed-person.ts";
import type { Locale } from "../account/user.ts";
import { isLine } from "../text.ts";
import {
  attributesOf,
  badScim,
  isScimObject,
  plainPath,
  scimLimits,
  scimSchemas,
  type ScimObject,
} from "./scim.ts";

/** Only what the request has. The product keeps no other attributes, as the schema says. */
export type UserFields = {
  user_name?: string;
  email?: string;
  given_name?: string;
  family_name?: string;
  /** The whole name, used where its parts are missing. */
  whole_name?: string;
  active?: boolean;
  /** Null removes it. */
  external_id?: string | null;
  locale?: Locale;
  /** Values that can stand for a role. */
  roles?: string[];
};

/** @throws ScimFault */
export function userFieldsOf(body: unknown): UserFields {
  if (!isScimObject(body)) throw badScim("invalidSyntax", "The body is one JSON object.");
  const fields: UserFields = {};
  for (const [path, value] of attributesOf(body)) setField(fields, path, value);
  return fields;
}

/** What the operations change. @throws ScimFault */
export function patchedUserFields(body: unknown): UserFields {
  const fields: UserFields = {};
  for (const { op, path, value } of operationsOf(body)) {
    if (op === "remove") removeField(fields, path);
    else if (path !== null) setField(fields, path, value);
    else if (isScimObject(value)) {
      for (const [name, part] of attributesOf(value)) setField(fields, name, part);
    } else throw badScim("invalidValue", "An operation without a path has an object as its value.");
  }
  return fields;
}

export type Operation = {
  readonly op: "add" | "replace" | "remove";
  /** Without the schema, in lower case; null for none. */
  readonly path: string | null;
  readonly value: unknown;
};

/** Microsoft writes the names of operations with capitals. @throws ScimFault */
export function operationsOf(body: unknown): Operation[] {
  const attributes = isScimObject(body) ? attributesOf(body) : new Map<string, unknown>();
  const list = attributes.get("operations");
  if (!Array.isArray(list) || list.length === 0 || list.length > scimLimits.operations) {
    const most = `at most ${scimLimits.operations}`;
    throw badScim("invalidSyntax", `The body is a PatchOp with Operations, ${most} of them.`);
  }
  return list.map((one: unknown) => {
    const parts = isScimObject(one) ? attributesOf(one) : new Map<string, unknown>();
    const name = parts.get("op");
    const op = typeof name === "string" ? name.toLowerCase() : "";
    if (op !== "add" && op !== "replace" && op !== "remove") {
      throw badScim("invalidSyntax", "An operation is add, replace or remove.");
    }
    const path = parts.get("path");
    const isNone = path === undefined || path === null || path === "";
    if (!isNone && (typeof path !== "string" || path.length > scimLimits.filterLetters)) {
      throw badScim("invalidPath", "A path is a text.");
    }
    if (isNone && op === "remove") throw badScim("invalidPath", "A removal has a path.");
    return {
      op,
      path: typeof path === "string" && !isNone ? plainPath(path) : null,
      value: parts.get("value"),
    };
  });
}

function removeField(fields: UserFields, path: string | null): void {
  if (path === "externalid") fields.external_id = null;
  else if (path !== null && /^roles(\[|$)/.test(path)) fields.roles = [];
  else if (path !== null && /^(username|active|emails)(\[|\.|$)/.test(path)) {
    throw badScim("invalidValue", `${path} cannot be removed.`);
  }
}

function setField(fields: UserFields, path: string, value: unknown): void {
  if (path === "username") fields.user_name = textOf(path, value, 254);
  else if (path === "externalid")
    fields.external_id = value === null ? null : textOf(path, value, 254);
  else if (path === "active") fields.active = truthOf(path, value);
  else if (path === "name" && isScimObject(value)) {
    for (const [part, text] of attributesOf(value)) setField(fields, `name.${part}`, text);
  } else if (path === "name.givenname") fields.given_name = optionalText(path, value);
  else if (path === "name.familyname") fields.family_name = optionalText(path, value);
  else if (path === "displayname" || path === "name.formatted") {
    fields.whole_name = optionalText(path, value) || (fields.whole_name ?? "");
  } else if (/^emails(\[|\.|$)/.test(path)) {
    const email = chosenOf(value, (one) => one.get("type") === "work");
    if (email !== null) fields.email = textOf("emails", email, 254);
  } else if (path === "preferredlanguage" || path === "locale") {
    const locale = claimedLocale(value);
    if (locale) fields.locale = locale;
  } else if (/^roles(\[|\.|$)/.test(path)) fields.roles = rolesOf(value);
}

/** The value of an attribute with several values: the primary one, else the one that fits, else the first. */
function chosenOf(value: unknown, fits: (one: Map<string, unknown>) => boolean): unknown {
  if (typeof value === "string") return value;
  const list = (Array.isArray(value) ? value : [value]).filter(isScimObject).map(attributesOf);
  const chosen = list.find((one) => isTrue(one.get("primary"))) ?? list.find(fits) ?? list[0];
  return chosen?.get("value") ?? null;
}

function rolesOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .map((one) => (isScimObject(one) ? attributesOf(one).get("value") : one))
    .filter((one) => typeof one === "string")
    .filter((one) => one !== "" && one.length <= 200 && isLine(one))
    .slice(0, 100);
}

const isTrue = (value: unknown) => value === true || value === "true" || value === "True";

/** Microsoft also sends “True” and “False” as texts. */
function truthOf(path: string, value: unknown): boolean {
  const text = typeof value === "string" ? value.toLowerCase() : value;
  if (text === true || text === "true") return true;
  if (text === false || text === "false") return false;
  throw badScim("invalidValue", `${path} is true or false.`);
}

function textOf(path: string, value: unknown, most: number): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > most || !isLine(text)) {
    throw badScim("invalidValue", `${path} is a text of 1 to ${most} letters in one line.`);
  }
  return text;
}

/** Some services send null or "" for names that they do not have. */
function optionalText(path: string, value: unknown): string {
  return value === null || value === undefined || value === "" ? "" : textOf(path, value, 200);
}

export type ProvisionedUser = {
  readonly id: number;
  readonly user_name: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly locked: boolean;
  readonly locale: Locale;
  readonly external_id: string | null;
  readonly roles: readonly string[];
  readonly created_at: string;
  readonly modified_at: string;
  readonly groups: readonly { readonly id: number; readonly display_name: string }[];
};

/** The user as a resource. @param base address of all resources */
export function userResource(user: ProvisionedUser, base: string): ScimObject {
  const whole = `${user.first_name} ${user.last_name}`.trim();
  return {
    schemas: [scimSchemas.user],
    id: String(user.id),
    ...(user.external_id !== null && { externalId: user.external_id }),
    userName: user.user_name,
    name: { formatted: whole, givenName: user.first_name, familyName: user.last_name },
    displayName: whole,
    active: !user.locked,
    emails: [{ value: user.email, type: "work", primary: true }],
    preferredLanguage: user.locale,
    ...(user.roles.length > 0 && { roles: user.roles.map((value) => ({ value })) }),
    groups: user.groups.map(({ id, display_name }) => ({
      value: String(id),
      $ref: `${base}/Groups/${id}`,
      display: display_name,
      type: "direct",
    })),
    meta: {
      resourceType: "User",
      created: user.created_at,
      lastModified: user.modified_at,
      location: `${base}/Users/${user.id}`,
    },
  };
}
