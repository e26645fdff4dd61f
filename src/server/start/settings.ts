// All environment variables in one table. The server reads it, and the README lists it.

import { z } from "zod";
import { digestSettings } from "./digest-setting.ts";
import { flightSettings } from "./flight-setting.ts";
import { legalSettings } from "./legal-setting.ts";
import { logSettings } from "./log-setting.ts";
import { mapServiceNames } from "./map-service.ts";
import { isLoopback, isProduction, modeSettings } from "./mode-setting.ts";
import { serverSettings } from "./server-setting.ts";
import { address, choice, hostName, integer, mapService, optional, row } from "./setting-kind.ts";
import { signInSettings } from "./sign-in-setting.ts";
import { scannerSettings } from "./scanner-setting.ts";
import { startFault } from "./start-fault.ts";
import { tlsSettings } from "./tls-setting.ts";

export const settingTable = {
  port: row({
    name: "PORT",
    fallback: "8080",
    meaning: "Port of the app and the API. 0 takes any free port.",
    schema: integer(0, 65_535),
  }),
  host: row({
    name: "HOST",
    fallback: "127.0.0.1",
    meaning: "Address to listen on. `0.0.0.0` listens on all network interfaces.",
    schema: hostName,
  }),
  ...tlsSettings,
  public_url: row({
    name: "PUBLIC_URL",
    fallback: "",
    meaning: "Public address of the app, for links in e-mails. Default: `http://HOST:PORT`.",
    schema: optional(address("http", "https")),
  }),
  data_dir: row({
    name: "DATA_DIR",
    fallback: ".data",
    meaning: "Folder for the embedded database, the stored files and the e-mails.",
    schema: z.string().refine((path) => !path.includes("\0"), "must be a path"),
  }),
  database_url: row({
    name: "DATABASE_URL",
    fallback: "",
    meaning: "PostgreSQL 15 or newer, used instead of the embedded database.",
    secret: true,
    schema: optional(address("postgres", "postgresql")),
  }),
  database_owner_url: row({
    name: "DATABASE_OWNER_URL",
    fallback: "",
    meaning: "The same database with the role that owns the tables. Default: `DATABASE_URL`.",
    secret: true,
    schema: optional(address("postgres", "postgresql")),
  }),
  object_store_url: row({
    name: "OBJECT_STORE_URL",
    fallback: "",
    meaning:
      "S3 store for files: `s3://KEY:SECRET@HOST/BUCKET?region=REGION`, with `&tls=off` for plain HTTP. Default: the folder `DATA_DIR/objects`.",
    secret: true,
    schema: optional(address("s3")),
  }),
  disk_reserve_mb: row({
    name: "DISK_RESERVE_MB",
    fallback: "256",
    meaning:
      "Megabytes that stay free on the disk of `DATA_DIR`. With less, uploads and changes are refused until there is room again.",
    schema: integer(0, 1_000_000),
  }),
  smtp_url: row({
    name: "SMTP_URL",
    fallback: "",
    meaning:
      "Mail server, `smtp://USER:PASSWORD@HOST:587`. It must offer STARTTLS, unless it is on this machine or the address ends with `?ignoreTLS=true`. Without it, e-mails are written to `DATA_DIR/mail`.",
    secret: true,
    schema: optional(address("smtp", "smtps")),
  }),
  mail_from: row({
    name: "MAIL_FROM",
    fallback: "Solar inspection <no-reply@localhost>",
    meaning: "Sender of e-mails.",
    schema: z.string().regex(/^[^\r\n]*@[^\r\n]+$/, "must be an e-mail address in one line"),
  }),
  map_style: row({
    name: "MAP_STYLE",
    fallback: "",
    meaning: `Base map of the plants: a known service (${mapServiceNames.map((name) => `\`${name}\``).join(", ")}) or the address of a MapLibre style. Default: the Natural Earth map that comes with the app, with a grid in metres.`,
    // It may contain a key.
    secret: true,
    schema: z.union([z.literal("").transform(() => null), mapService]),
  }),
  map_style_url: row({
    name: "MAP_STYLE_URL",
    fallback: "",
    meaning: "MapLibre style of the light base map. Default: that of `MAP_STYLE`.",
    schema: optional(address("http", "https")),
  }),
  map_style_dark_url: row({
    name: "MAP_STYLE_DARK_URL",
    fallback: "",
    meaning: "MapLibre style of the dark base map. Default: that of `MAP_STYLE`.",
    schema: optional(address("http", "https")),
  }),
  map_style_satellite_url: row({
    name: "MAP_STYLE_SATELLITE_URL",
    fallback: "",
    meaning: "MapLibre style of the satellite base map. Default: that of `MAP_STYLE`.",
    schema: optional(address("http", "https")),
  }),
  ...modeSettings,
  ...signInSettings,
  job_concurrency: row({
    name: "JOB_CONCURRENCY",
    fallback: "2",
    meaning:
      "Number of jobs that this process runs at the same time. 0 leaves them to separate workers.",
    schema: integer(0, 64),
  }),
  file_reading_processes: row({
    name: "FILE_READING_PROCESSES",
    fallback: "2",
    meaning:
      "Number of uploaded files that are read at the same time while a user waits for the answer. Each is read in a process of its own.",
    schema: integer(1, 64),
  }),
  file_reading_seconds: row({
    name: "FILE_READING_SECONDS",
    fallback: "60",
    meaning:
      "Processor time in seconds for reading one uploaded file, plus one second per megabyte. A file that takes more is refused, also one that takes five times as long by the clock, in tasks twenty times.",
    schema: integer(1, 86_400),
  }),
  file_reading_mb: row({
    name: "FILE_READING_MB",
    fallback: "4096",
    meaning:
      "Most memory in megabytes for reading one uploaded file. Small files get less. A file that needs more is refused.",
    schema: integer(64, 65_536),
  }),
  picture_processes: row({
    name: "PICTURE_PROCESSES",
    fallback: "2",
    meaning:
      "Number of pictures that are decoded at the same time: logos and images of results. Each is decoded in a process of its own.",
    schema: integer(1, 64),
  }),
  picture_seconds: row({
    name: "PICTURE_SECONDS",
    fallback: "20",
    meaning:
      "Processor time in seconds for decoding one picture. One that takes more is refused, also one that takes five times as long by the clock.",
    schema: integer(1, 3600),
  }),
  picture_mb: row({
    name: "PICTURE_MB",
    fallback: "192",
    meaning:
      "Most memory in megabytes for decoding one picture. A picture that needs more is refused.",
    schema: integer(64, 16_384),
  }),
  upload_expiry_hours: row({
    name: "UPLOAD_EXPIRY_HOURS",
    fallback: "168",
    meaning:
      "Hours until an interrupted upload of drone data is given up. Until then the user can continue it. What it sent is deleted a week later.",
    schema: integer(1, 8760),
  }),
  ...scannerSettings,
  ...legalSettings,
  ...digestSettings,
  ...serverSettings,
  ...flightSettings,
  slowest_transfer: row({
    name: "SLOWEST_TRANSFER",
    fallback: "1000",
    meaning:
      "Bytes per second. An upload or download that stays below this rate for 30 to 60 seconds is ended. 0 ends none.",
    schema: integer(0, 1_000_000),
  }),
  connections_per_address: row({
    name: "CONNECTIONS_PER_ADDRESS",
    fallback: "500",
    meaning:
      "Open connections of one network address. 0 is unlimited. With `TRUST_PROXY` the proxy must limit them.",
    schema: integer(0, 1_000_000),
  }),
  trust_proxy: row({
    name: "TRUST_PROXY",
    fallback: "",
    meaning:
      "Addresses of trusted proxies, separated by commas. Their `X-Forwarded-For` header is used.",
    schema: optional(z.string().regex(/^[\d.:a-fA-F/,\s]+$/, "must be IP addresses or networks")),
  }),
  metrics_port: row({
    name: "METRICS_PORT",
    fallback: "",
    meaning:
      "Port of `/metrics`, the numbers for Prometheus. Each process serves its own. Default: none.",
    schema: z.union([z.literal("").transform(() => null), integer(1, 65_535)]),
  }),
  metrics_host: row({
    name: "METRICS_HOST",
    fallback: "127.0.0.1",
    meaning:
      "Address to serve `/metrics` on. The page asks for no password, so only your monitoring should reach it.",
    schema: hostName,
  }),
  ...logSettings,
  log_level: row({
    name: "LOG_LEVEL",
    fallback: "warn",
    meaning: "Lowest level of log lines that are printed.",
    schema: choice("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
} as const;

type Table = typeof settingTable;
type Values = { [Key in keyof Table]: z.infer<Table[Key]["schema"]> };

export type Settings = Readonly<
  Omit<Values, "public_url"> & {
    /** Public address of the server, without a slash at the end. */
    public_url: string;
    /** True if the demo and its accounts are switched off. */
    production: boolean;
  }
>;

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws one start fault that lists all faults, one per line
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
  // Each key was parsed with its schema above, or is among the faults below.
  const values = found as Values;
  if (values.session_idle_minutes > values.session_absolute_minutes) {
    faults.push("SESSION_IDLE_MINUTES must not exceed SESSION_ABSOLUTE_MINUTES.");
  }
  if (values.metrics_port !== null && values.metrics_port === values.port) {
    faults.push("METRICS_PORT must not be PORT.");
  }
  const production = isProduction(values.mode, environment["DEMO"]);
  if (!production && values.demo === "on" && values.host && !isLoopback(values.host)) {
    faults.push(
      `HOST "${values.host}" would offer the accounts of the demo to the network. Set NODE_ENV=production for real use, DEMO=off for an empty installation, or DEMO=public if everyone may have them.`,
    );
  }
  if (production && values.webhook_hosts.length > 0) {
    faults.push(
      "WEBHOOK_HOSTS is for demos and tests: in production webhooks go to public hosts alone.",
    );
  }
  if (faults.length > 0) throw startFault(faults.join("\n"));
  const localUrl = `${values.tls_key === null ? "http" : "https"}://${values.host.includes(":") ? `[${values.host}]` : values.host}:${values.port}`;
  return {
    ...values,
    public_url: (values.public_url ?? localUrl).replace(/\/+$/, ""),
    production,
  };
}

/** The message of the schema. In a union, that of the schema for values that are not empty. */
function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code !== "invalid_union") return issue?.message ?? "is not valid";
  return issue.errors.at(-1)?.[0]?.message ?? "is not valid";
}

/** The settings as a Markdown table for the README, one row per variable. */
export function settingsAsMarkdown(): string {
  const rows = Object.values(settingTable).map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning} |`,
  );
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}
