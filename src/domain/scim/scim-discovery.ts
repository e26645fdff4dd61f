// What the server says of itself: what it can do, which resources it has, and which attributes it keeps.
import { scimLimits, scimSchemas, type ScimObject } from "./scim.ts";

export function serviceProviderConfig(base: string, help: string): ScimObject {
  return {
    schemas: [scimSchemas.config],
    documentationUri: help,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimLimits.page },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A token of one customer, made in its settings.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): ScimObject[] {
  return [
    { name: "User", endpoint: "/Users", schema: scimSchemas.user, what: "User of the customer" },
    {
      name: "Group",
      endpoint: "/Groups",
      schema: scimSchemas.group,
      what: "Group that can stand for a role",
    },
  ].map(({ name, endpoint, schema, what }) => ({
    schemas: [scimSchemas.resourceType],
    id: name,
    name,
    endpoint,
    description: what,
    schema,
    schemaExtensions: [],
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  }));
}

type Attribute = {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "reference";
  readonly description: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "readWrite" | "readOnly";
  readonly uniqueness?: "none" | "server";
  readonly subAttributes?: readonly Attribute[];
};

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  description,
  ...more,
});

/** All that the protocol wants to know of an attribute. */
function whole({ subAttributes, ...attribute }: Attribute): ScimObject {
  return {
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...attribute,
    ...(subAttributes && { subAttributes: subAttributes.map(whole) }),
  };
}

const userAttributes: readonly Attribute[] = [
  text("userName", "Name at the sign-in service", { required: true, uniqueness: "server" }),
  {
    name: "name",
    type: "complex",
    description: "Name of the person",
    subAttributes: [
      text("givenName", "First name"),
      text("familyName", "Last name"),
      text("formatted", "Whole name"),
    ],
  },
  text("displayName", "Whole name, used for a new user without its parts"),
  {
    name: "active",
    type: "boolean",
    description: "False ends all sessions and keeps the user out",
  },
  {
    name: "emails",
    type: "complex",
    description:
      "The primary one is kept, else the one for work. It is in a domain of the customer",
    multiValued: true,
    subAttributes: [
      text("value", "Address"),
      text("type", "work"),
      { name: "primary", type: "boolean", description: "The one that is kept" },
    ],
  },
  text("preferredLanguage", "en, es or pt"),
  {
    name: "roles",
    type: "complex",
    description: "Values that can stand for a role, as set for the customer",
    multiValued: true,
    subAttributes: [text("value", "Value of the settings")],
  },
  {
    name: "groups",
    type: "complex",
    description: "Groups of the user",
    multiValued: true,
    mutability: "readOnly",
    subAttributes: [
      text("value", "ID of the group", { mutability: "readOnly" }),
      text("display", "Name of the group", { mutability: "readOnly" }),
    ],
  },
];

const groupAttributes: readonly Attribute[] = [
  text("displayName", "Name; it can stand for a role, as set for the customer", {
    required: true,
    uniqueness: "server",
  }),
  {
    name: "members",
    type: "complex",
    description: "Users of the group",
    multiValued: true,
    subAttributes: [text("value", "ID of the user"), text("display", "Name of the user")],
  },
];

export function schemaResources(base: string): ScimObject[] {
  const made = (id: string, name: string, attributes: readonly Attribute[]) => ({
    schemas: [scimSchemas.schema],
    id,
    name,
    description: name,
    attributes: attributes.map(whole),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  });
  return [
    made(scimSchemas.user, "User", userAttributes),
    made(scimSchemas.group, "Group", groupAttributes),
  ];
}
