// The bot-protection token: signed, short-lived, carried by every call. It proves no identity.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const botTokenMs = 60 * 60_000;
const payloadBytes = 16;

export type BotTokens = {
  issue(now: Date): { token: string; expires_at: string };
  isValid(token: string | undefined, now: Date): boolean;
};

/** Tokens are `expiry (8 bytes) + random (8 bytes) + HMAC-SHA256`, base64url. */
export function botTokens(key: Buffer): BotTokens {
  const sign = (payload: Buffer) => createHmac("sha256", key).update(payload).digest();
  return {
    issue(now) {
      const expires = now.getTime() + botTokenMs;
      const payload = Buffer.alloc(payloadBytes);
      payload.writeBigUInt64BE(BigInt(expires));
      randomBytes(8).copy(payload, 8);
      return {
        token: Buffer.concat([payload, sign(payload)]).toString("base64url"),
        expires_at: new Date(expires).toISOString(),
      };
    },
    isValid(token, now) {
      if (token === undefined || token.length > 100) return false;
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== payloadBytes + 32) return false;
      const payload = bytes.subarray(0, payloadBytes);
      return (
        timingSafeEqual(bytes.subarray(payloadBytes), sign(payload)) &&
        Number(payload.readBigUInt64BE()) > now.getTime()
      );
    },
  };
}
