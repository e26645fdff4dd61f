// User provisioning by SCIM 2.0 (RFC 7643, RFC 7644): words of the protocol, and how a request is refused.

const core = "urn:ietf:params:scim:schemas:core:2.0";
const messages = "urn:ietf:params:scim:api:messages:2.0";

export const scimSchemas = {
  user: `${core}:User`,
  group: `${core}:Group`,
  config: `${core}:ServiceProviderConfig`,
  resourceType: `${core}:ResourceType`,
  schema: `${core}:Schema`,
  list: `${messages}:ListResponse`,
  patch: `${messages}:PatchOp`,
  error: `${messages}:Error`,
} as const;

export const scimContentType = "application/scim+json";

/** Path of all resources, below the address of the installation. */
export const scimBase = "/scim/v2";

export const scimLimits = {
  bodyBytes: 1024 ** 2,
  /** Resources of one answer; a client asks for the next ones by `startIndex`. */
  page: 200,
  defaultPage: 100,
  operations: 1000,
  groups: 500,
  /** Members that one request names. */
  members: 10_000,
  filterLetters: 2000,
  /** Requests of one customer in a minute; Microsoft asks for 25 in a second. */
  requestsPerMinute: 1800,
  /** Requests of one customer at the same time. */
  atOnce: 4,
  /** Wrong tokens of one network address in a quarter of an hour. */
  wrongTokens: 60,
} as const;

export type ScimType =
  | "invalidFilter"
  | "uniqueness"
  | "invalidSyntax"
  | "invalidPath"
  | "invalidValue";

/** A refusal in the form of the protocol. The text is for the log of the sign-in service, which is in English. */
export class ScimFault extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** What the sender can mend in the request. */
export const badScim = (scimType: ScimType, detail: string) => new ScimFault(400, scimType, detail);

export function scimErrorOf({ status, scimType, message }: ScimFault) {
  return {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  };
}

export type ScimObject = Readonly<Record<string, unknown>>;

export function isScimObject(value: unknown): value is ScimObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An attribute in the form that is compared: without the address of its schema, in lower case. */
export function plainPath(path: string): string {
  const urn = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)(?::|$)/i;
  return path.trim().replace(urn, "").toLowerCase();
}

/** The members of an object by their names in lower case: names of attributes have no case. */
export function attributesOf(value: ScimObject): Map<string, unknown> {
  return new Map(Object.entries(value).map(([name, part]) => [plainPath(name), part]));
}

/** Resources of one answer. @param first the position of the first of them among all */
export function scimList(resources: readonly object[], total: number, first: number) {
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex: first,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

export type Page = { readonly first: number; readonly count: number };

/** `startIndex` and `count` of a list: what is too small counts as the least, as the protocol has it. */
export function scimPage(query: ScimObject): Page {
  const numberOf = (name: string, usual: number) => {
    const text = query[name];
    if (text === undefined) return usual;
    if (typeof text !== "string" || !/^-?\d{1,9}$/.test(text)) {
      throw badScim("invalidValue", `${name} is a whole number.`);
    }
    return Number(text);
  };
  const count = Math.max(0, numberOf("count", scimLimits.defaultPage));
  return {
    first: Math.max(1, numberOf("startIndex", 1)),
    count: Math.min(count, scimLimits.page),
  };
}

/** The resource without attributes that the query leaves out. `id` and `schemas` always stay. */
export function projected(resource: ScimObject, query: ScimObject): ScimObject {
  const namesOf = (text: unknown) =>
    typeof text === "string"
      ? text.split(",").map((name) => plainPath(name).split(".")[0])
      : undefined;
  const wanted = namesOf(query["attributes"]);
  const excluded = namesOf(query["excludedAttributes"]) ?? [];
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const plain = name.toLowerCase();
      if (plain === "id" || plain === "schemas") return true;
      return wanted ? wanted.includes(plain) : !excluded.includes(plain);
    }),
  );
}
