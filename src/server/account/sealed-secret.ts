// Secrets of customers that are stored encrypted (AES-256-GCM). The key is one that the serving role cannot read.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Database } from "../context.ts";
import { readSecret } from "../store/account/secret.ts";

const keyName = "customer_secret";
const NONCE = 12;
const TAG = 16;

/** @param about what the secret belongs to; it opens for nothing else */
export async function sealSecret(ownerDb: Database, text: string, about: string): Promise<Buffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", await readSecret(ownerDb, keyName), nonce);
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws if it was changed, or belongs to something else */
export async function openSecret(
  ownerDb: Database,
  sealed: Buffer,
  about: string,
): Promise<string> {
  const key = await readSecret(ownerDb, keyName);
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
  return opened.toString("utf8");
}
