// The log: lines of JSON on standard output, without secrets.
import pino, { type Logger } from "pino";
import type { Settings } from "./settings.ts";
import { inSources } from "./source-place.ts";

type Out = { write(line: string): unknown };

/** Patterns of secrets in log lines, such as error texts, addresses and headers. */
const secrets: readonly [RegExp, string][] = [
  // Keys of confirmations, invitations, resets, sign-in links.
  [/(\/(?:confirm|register|reset|totp|change-auth|demo)[\w-]*(?:\/sign-in)?\/)[\w%-]{16,}/g, "$1…"],
  [/(url_token=)[\w%-]+/g, "$1…"],
  [/\b(Bearer|Basic) [\w+/=-]+/gi, "$1 …"],
  // Values of a failed SQL statement.
  [/(\\nparams: )(?:[^"\\]|\\.)*/g, "$1…"],
  // Tokens and keys: 256 bits in base64url, with 24 to 64 more bytes if they are signed.
  [/(?<![\w-])(?=[\w-]*[G-Zg-z_-])[\w-]{43}(?:[\w-]{20,85})?(?![\w-])/g, "…"],
];

/** The line without secrets. */
export function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line);
}

/** Serializes an error without the values of SQL statements. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { params: _, ...shown } = pino.stdSerializers.err(error) as Record<string, unknown>;
  if (typeof shown["stack"] === "string") shown["stack"] = inSources(shown["stack"]);
  return shown;
}

/** @param collector gets the same lines as `out` */
export function openLog(
  { log_level }: Pick<Settings, "log_level">,
  out: Out = pino.destination({ dest: 1, sync: true }),
  collector: Out | null = null,
): Logger {
  return pino(
    { level: log_level, base: null, serializers: { err: serializeError, error: serializeError } },
    {
      write(line: string) {
        const shown = withoutSecrets(line);
        out.write(shown);
        collector?.write(shown);
      },
    },
  );
}
