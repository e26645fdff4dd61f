// Everything the surroundings may set, in one table: the server reads it, the README lists it.

import { z } from "zod";
import { startFault } from "./start-fault.ts";

type Row<Value> = {
  /** Name of the environment variable. */
  readonly name: string;
  /** What the README says where nothing is set; "" for off. */
  readonly fallback: string;
  readonly meaning: string;
  /** Values with passwords in them are never repeated in a message. */
  readonly secret?: boolean;
  readonly schema: z.ZodType<Value, string>;
};

const row = <Value>(definition: Row<Value>): Row<Value> => definition;

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const address = (...protocols: string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && protocols.includes(url.protocol.slice(0, -1));
    },
    `must be an address that begins with ${protocols.map((name) => `${name}://`).join(" or ")}`,
  );

const optional = (schema: z.ZodType<string, string>) =>
  z.union([z.literal("").transform(() => null), schema]);

const choice = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z.enum(names, `must be one of ${names.join(", ")}`);

export const settingTable = {
  port: row({
    name: "PORT",
    fallback: "8080",
    meaning: "Port of the one door for app and API; 0 takes any free one.",
    schema: whole(0, 65_535),
  }),
  host: row({
    name: "HOST",
    fallback: "127.0.0.1",
    meaning: "Address to listen on; `0.0.0.0` for every network card.",
    schema: z.string().regex(/^[\w.:-]+$/, "must be a host name or an IP address"),
  }),
  public_url: row({
    name: "PUBLIC_URL",
    fallback: "",
    meaning: "Address that users type, for links in mails; `http://HOST:PORT` where not set.",
    schema: optional(address("http", "https")),
  }),
  data_dir: row({
    name: "DATA_DIR",
    fallback: ".data",
    meaning: "Folder of the embedded database, the stored files and the written mails.",
    schema: z.string().refine((path) => !path.includes("\0"), "must be a path"),
  }),
  database_url: row({
    name: "DATABASE_URL",
    fallback: "",
    meaning: "PostgreSQL 15 or newer to use instead of the embedded one.",
    secret: true,
    schema: optional(address("postgres", "postgresql")),
  }),
  database_owner_url: row({
    name: "DATABASE_OWNER_URL",
    fallback: "",
    meaning: "The same database as the role that owns the tables; `DATABASE_URL` where not set.",
    secret: true,
    schema: optional(address("postgres", "postgresql")),
  }),
  object_store_url: row({
    name: "OBJECT_STORE_URL",
    fallback: "",
    meaning:
      "S3 store for files: `s3://KEY:SECRET@HOST/BUCKET?region=REGION`, with `&tls=off` for plain HTTP; the folder `DATA_DIR/objects` where not set.",
    secret: true,
    schema: optional(address("s3")),
  }),
  smtp_url: row({
    name: "SMTP_URL",
    fallback: "",
    meaning:
      "Mail server, `smtp://USER:PASSWORD@HOST:587`; where not set, mails are written to `DATA_DIR/mail`.",
    secret: true,
    schema: optional(address("smtp", "smtps")),
  }),
  mail_from: row({
    name: "MAIL_FROM",
    fallback: "Solar inspection <no-reply@localhost>",
    meaning: "Sender of the mails.",
    schema: z.string().regex(/^[^\r\n]*@[^\r\n]+$/, "must be a mail address in one line"),
  }),
  map_style_url: row({
    name: "MAP_STYLE_URL",
    fallback: "",
    meaning: "MapLibre style of the light base map; the shipped Natural Earth where not set.",
    schema: optional(address("http", "https")),
  }),
  map_style_dark_url: row({
    name: "MAP_STYLE_DARK_URL",
    fallback: "",
    meaning: "MapLibre style of the dark base map.",
    schema: optional(address("http", "https")),
  }),
  map_style_satellite_url: row({
    name: "MAP_STYLE_SATELLITE_URL",
    fallback: "",
    meaning: "MapLibre style of the satellite base map.",
    schema: optional(address("http", "https")),
  }),
  mode: row({
    name: "NODE_ENV",
    fallback: "development",
    meaning: "`production` switches the demo off, with its accounts, its files and `/demo/mail`.",
    schema: choice("development", "test", "production"),
  }),
  demo: row({
    name: "DEMO",
    fallback: "on",
    meaning: "`off` leaves an empty database empty, also outside production.",
    schema: choice("on", "off"),
  }),
  first_admin_email: row({
    name: "FIRST_ADMIN_EMAIL",
    fallback: "",
    meaning:
      "Address that is invited as the first super admin at every start, as long as nobody has registered.",
    schema: optional(z.email("must be a mail address")),
  }),
  session_idle_minutes: row({
    name: "SESSION_IDLE_MINUTES",
    fallback: "60",
    meaning: "A session ends after this long without a request.",
    schema: whole(1, 10_080),
  }),
  session_absolute_minutes: row({
    name: "SESSION_ABSOLUTE_MINUTES",
    fallback: "720",
    meaning: "A session ends after this long in any case.",
    schema: whole(1, 43_200),
  }),
  bot_protection_work: row({
    name: "BOT_PROTECTION_WORK",
    fallback: "300",
    meaning:
      "Thousands of hash rounds, on average, that a browser computes before each call open to the public, such as a sign-in.",
    schema: whole(2, 10_000),
  }),
  job_concurrency: row({
    name: "JOB_CONCURRENCY",
    fallback: "2",
    meaning: "Jobs that this process runs at once; 0 leaves them to separate workers.",
    schema: whole(0, 64),
  }),
  trust_proxy: row({
    name: "TRUST_PROXY",
    fallback: "",
    meaning:
      "Addresses of the proxies in front, comma separated, whose `X-Forwarded-For` is believed.",
    schema: optional(z.string().regex(/^[\d.:a-fA-F/,\s]+$/, "must be IP addresses or networks")),
  }),
  log_level: row({
    name: "LOG_LEVEL",
    fallback: "warn",
    meaning: "Least severe log line that is printed.",
    schema: choice("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
} as const;

type Table = typeof settingTable;
type Values = { [Key in keyof Table]: z.infer<Table[Key]["schema"]> };

export type Settings = Readonly<
  Omit<Values, "public_url"> & {
    /** Where users reach the server, without a slash at the end. */
    public_url: string;
    /** Whether the demo and everything made for it is off. */
    production: boolean;
  }
>;

/**
 * Reads the settings from an environment; an empty variable counts as not set.
 * @throws one start fault that lists every fault found, a line each
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const found: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [key, { name, fallback, schema, ...rest }] of Object.entries(settingTable)) {
    const text = environment[name] || fallback;
    const result = schema.safeParse(text);
    if (result.success) found[key] = result.data;
    else
      faults.push(`${name} ${faultOf(result.error)}${"secret" in rest ? "" : `, not "${text}"`}.`);
  }
  // Every key of the table is parsed by its own schema above, or told among the faults below.
  const values = found as Values;
  if (values.session_idle_minutes > values.session_absolute_minutes) {
    faults.push("SESSION_IDLE_MINUTES must not exceed SESSION_ABSOLUTE_MINUTES.");
  }
  if (faults.length > 0) throw startFault(faults.join("\n"));
  const own = `http://${values.host.includes(":") ? `[${values.host}]` : values.host}:${values.port}`;
  return {
    ...values,
    public_url: (values.public_url ?? own).replace(/\/+$/, ""),
    production: values.mode === "production",
  };
}

/** The message of the schema that was meant: in a union the one for a value that is not empty. */
function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code !== "invalid_union") return issue?.message ?? "is not valid";
  return issue.errors.at(-1)?.[0]?.message ?? "is not valid";
}

/** The settings as the README prints them: a Markdown table, one row per variable. */
export function settingsAsMarkdown(): string {
  const rows = Object.values(settingTable).map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning} |`,
  );
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}
