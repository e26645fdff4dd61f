// Kinds of values of settings: how a text is checked and read.
import { z } from "zod";
import { mapServiceNames, mapServiceOf, type MapService } from "./map-service.ts";

type Row<Value> = {
  /** Name of the environment variable. */
  readonly name: string;
  /** Default value, also in the README; "" means off. */
  readonly fallback: string;
  readonly meaning: string;
  /** The value may contain a password and is never printed. */
  readonly secret?: boolean;
  readonly schema: z.ZodType<Value, string>;
};

export const row = <Value>(definition: Row<Value>): Row<Value> => definition;

export const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

export const address = (...protocols: string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && protocols.includes(url.protocol.slice(0, -1));
    },
    `must be an address that begins with ${protocols.map((name) => `${name}://`).join(" or ")}`,
  );

export const hostName = z.string().regex(/^[\w.:-]+$/, "must be a host name or an IP address");

/** Hosts with ports, as `URL.host` writes them. */
export const hostList = z.string().transform((text, context): string[] => {
  const hosts = text.split(/[\s,]+/).filter(Boolean);
  const wrong = hosts.find(
    (host) => !/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i.test(host),
  );
  if (wrong === undefined) return hosts.map((host) => host.toLowerCase());
  context.addIssue("must be hosts with their ports, separated by commas");
  return z.NEVER;
});

/** Names of hosts without ports, `*.` for all below; null for "", which permits all, and none for "none". */
export const hostNames = z.string().transform((text, context): readonly string[] | null => {
  if (text === "") return null;
  if (text === "none") return [];
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (names.every((name) => /^(\*\.)?([a-z\d-]+\.)*[a-z\d-]+$/.test(name))) return names;
  context.addIssue("must be names of hosts separated by commas, such as *.example.com, or none");
  return z.NEVER;
});

export const optional = (schema: z.ZodType<string, string>) =>
  z.union([z.literal("").transform(() => null), schema]);

export const choice = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z.enum(names, `must be one of ${names.join(", ")}`);

export const mapService = z.string().transform((text, context): MapService => {
  const service = mapServiceOf(text);
  if (service) return service;
  const known = mapServiceNames.join(", ");
  context.addIssue(`must be one of ${known}, or the address of a MapLibre style`);
  return z.NEVER;
});
