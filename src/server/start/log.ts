// The log: lines of JSON on standard output, without what nobody may read there.
import pino, { type Logger } from "pino";
import type { Settings } from "./settings.ts";

type Out = { write(line: string): unknown };

/** Where secrets stand in a line, whoever wrote it: an error's text, an address, a header. */
const secrets: readonly [RegExp, string][] = [
  // Keys of confirmations, invitations, resets, sign-in links.
  [/(\/(?:confirm|register|reset|totp|change-auth|demo)[\w-]*(?:\/sign-in)?\/)[\w%-]{16,}/g, "$1…"],
  [/(url_token=)[\w%-]+/g, "$1…"],
  [/\b(Bearer|Basic) [\w+/=-]+/gi, "$1 …"],
  // What a failed statement was sent.
  [/(\\nparams: )(?:[^"\\]|\\.)*/g, "$1…"],
  // 256 bits in base64url, as all our tokens and keys are; 24 to 64 bytes more in those that are signed.
  [/(?<![\w-])(?=[\w-]*[G-Zg-z_-])[\w-]{43}(?:[\w-]{20,85})?(?![\w-])/g, "…"],
];

/** The line without secrets. */
export function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, put]) => text.replace(pattern, put), line);
}

/** An error as it is logged; values of statements and bodies stay out. */
function errorShown(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { params: _, ...shown } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return shown;
}

export function openLog(
  { log_level }: Pick<Settings, "log_level">,
  out: Out = pino.destination({ dest: 1, sync: true }),
): Logger {
  return pino(
    { level: log_level, base: null, serializers: { err: errorShown, error: errorShown } },
    { write: (line: string) => void out.write(withoutSecrets(line)) },
  );
}
