// Codes of an authenticator app by RFC 6238: SHA-1, six digits, steps of 30 seconds.
import * as OTPAuth from "otpauth";

/** Name that the authenticator app shows. */
export const totpIssuer = "Heliograph";

/** A new secret of 160 bit, base32. */
export function makeTotpSecret(): string {
  return new OTPAuth.Secret({ size: 20 }).base32;
}

/** The `otpauth:` address for a QR code. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/**
 * The time step of a code, with one step of tolerance either way; null if the code is wrong. The caller stores
 * the step, so that a code works once.
 */
export function totpStep(secret: string | null, code: string, now: Date): number | null {
  if (secret === null || !/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: string, label = ""): OTPAuth.TOTP {
  return new OTPAuth.TOTP({
    issuer: totpIssuer,
    label,
    secret: OTPAuth.Secret.fromBase32(secret),
  });
}
