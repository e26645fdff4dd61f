// Settings of TLS on the way from the proxy, and the files that they name.
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { optional, row } from "./setting-kind.ts";
import { startFault } from "./start-fault.ts";
import { z } from "zod";

const path = z.string().refine((text) => !text.includes("\0"), "must be a path");

export const tlsSettings = {
  tls_certificate: row({
    name: "TLS_CERTIFICATE",
    fallback: "",
    meaning:
      "File of a certificate (PEM, with those between). With it and `TLS_KEY` the app speaks TLS on `PORT`, for a proxy on another machine. Default: plain HTTP.",
    schema: optional(path),
  }),
  tls_key: row({
    name: "TLS_KEY",
    fallback: "",
    meaning: "File of the key of `TLS_CERTIFICATE` (PEM, without a password).",
    schema: optional(path),
  }),
} as const;

type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** Null without the settings. @throws a start fault for files that cannot be read or do not belong together */
export function readTls(settings: {
  readonly tls_certificate: string | null;
  readonly tls_key: string | null;
}): TlsFiles | null {
  const { tls_certificate, tls_key } = settings;
  if (tls_certificate === null && tls_key === null) return null;
  if (tls_certificate === null || tls_key === null)
    throw startFault("TLS_CERTIFICATE and TLS_KEY are set together, or neither of them.");
  try {
    const files = { cert: readFileSync(tls_certificate), key: readFileSync(tls_key) };
    createSecureContext(files);
    return files;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startFault(`TLS_CERTIFICATE and TLS_KEY cannot be used: ${reason}`, error);
  }
}
