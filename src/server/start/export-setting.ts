// Settings of the programs that fly routes: the drone cloud platform and the third-party flight app.
import { z } from "zod";
import { address, optional, row } from "./setting-kind.ts";

/** Hosts of FlightHub 2. */
const regions: Readonly<Record<string, string>> = {
  eu: "https://es-flight-api-eu.djigate.com",
  us: "https://es-flight-api-us.djigate.com",
  cn: "https://es-flight-api-cn.djigate.com",
};
const form = '[{"customer_id": 1, "region": "eu", "token": "KEY", "project": "ID"}]';

const accountShape = z.object({
  customer_id: z.number().int().positive(),
  region: z.string().refine((region) => region in regions || URL.canParse(region)),
  token: z.string().regex(/^[\x21-\x7e]+$/),
  project: z.string().nullable().default(null),
});

const accounts = z.string().transform((text, context) => {
  if (text === "") return [];
  let given: unknown = null;
  try {
    given = JSON.parse(text);
  } catch {
    // Said below.
  }
  const parsed = z.array(accountShape).safeParse(given);
  if (!parsed.success) {
    context.addIssue(`must look like ${form}`);
    return z.NEVER;
  }
  return parsed.data.map(({ region, ...account }) => {
    return { ...account, url: (regions[region] ?? region).replace(/\/+$/, "") };
  });
});

const oneWord = optional(z.string().regex(/^[\x21-\x7e]+$/, "must be one word"));

export const exportSettings = {
  drone_cloud_accounts: row({
    name: "DRONE_CLOUD_ACCOUNTS",
    fallback: "",
    meaning: `FlightHub 2 of each customer, as JSON: \`${form}\`. The region is \`eu\`, \`us\`, \`cn\` or the address of an own host, the token is the organization key of FlightHub Sync. Without it the platform is imitated, and in production there is none.`,
    secret: true,
    schema: accounts,
  }),
  flight_app_url: row({
    name: "FLIGHT_APP_URL",
    fallback: "https://parse.litchiapi.com",
    meaning: "Address of the cloud of the Litchi app.",
    schema: address("http", "https").transform((url) => url.replace(/\/+$/, "")),
  }),
  flight_app_id: row({
    name: "FLIGHT_APP_ID",
    fallback: "",
    meaning:
      "Application ID of the Litchi app’s cloud. Without ID, user and password the app is imitated, and in production no missions are sent.",
    secret: true,
    schema: oneWord,
  }),
  flight_app_user: row({
    name: "FLIGHT_APP_USER",
    fallback: "",
    meaning: "User of the Litchi app whose missions the routes become.",
    schema: oneWord,
  }),
  flight_app_password: row({
    name: "FLIGHT_APP_PASSWORD",
    fallback: "",
    meaning: "Password of this user.",
    secret: true,
    schema: optional(z.string()),
  }),
} as const;
