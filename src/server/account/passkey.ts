// Passkeys: made by a device of the user, and taken in place of password and second factor.
import { createHmac, randomBytes } from "node:crypto";
import { failure, type Failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import {
  passkeyPlace,
  passkeyRefusal,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyPlace,
} from "../../domain/account/passkey.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { Database, OwnerContext, PublicOwnerContext } from "../context.ts";
import { passkeyMail } from "../mail/mails.ts";
import { mailNotice } from "../mail/notice.ts";
import type { Settings } from "../start/settings.ts";
import { isActive, readAccount } from "../store/account/account.ts";
import { authorOf, changeWithAudit, writeAuditEntry } from "../store/account/audit.ts";
import * as store from "../store/account/passkey.ts";
import { readSecret } from "../store/account/secret.ts";
import { guessLimitOf } from "./guess-limit.ts";
import { checkSecurityCode } from "./security-code.ts";
import { boundToService, serviceInstead } from "./service-instead.ts";
import { openSessionFor } from "./session-answer.ts";
import { totpIssuer } from "./totp.ts";
import { readViewerAccount } from "./viewer.ts";

/** Loads with the first passkey, so that the server starts sooner. */
const library = () => import("@simplewebauthn/server");

/** What devices sign with, by their numbers of COSE: Ed25519, ECDSA with P-256, RSA. */
const algorithms = [-8, -7, -257];

type Options = { options: Record<string, unknown> };

function placeOf({ public_url }: Settings): PasskeyPlace {
  const place = passkeyPlace(public_url);
  if (place === null) throw failure("CONFLICT", { reason: "passkey_no_place" });
  return place;
}

/** What a device knows the user by; it reveals nothing of the account. */
async function userHandle(ownerDb: Database, account_id: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = await readSecret(ownerDb, "passkey_user");
  return new Uint8Array(createHmac("sha256", key).update(String(account_id)).digest());
}

async function newChallenge(
  { ownerDb, now }: Pick<OwnerContext, "ownerDb" | "now">,
  account_id: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const text = Buffer.from(challenge).toString("base64url");
  const expires_at = new Date(now().getTime() + limits.passkeyMs);
  await store.storeChallenge(ownerDb, text, account_id, expires_at);
  return challenge;
}

/** @throws CONFLICT with too many passkeys, INVALID_CREDENTIALS with a wrong code */
export async function beginPasskey(context: OwnerContext, code: string): Promise<Options> {
  const { ownerDb, settings } = context;
  const { rp_id } = placeOf(settings);
  const row = await readViewerAccount(context);
  const known = await store.readCredentialIds(ownerDb, row.id);
  const refusal = passkeyRefusal(known.length);
  if (refusal) throw failure("CONFLICT", refusal);
  const service = await serviceInstead(ownerDb, row.email, row);
  if (service !== null) throw boundToService(service);
  await checkSecurityCode(context, code);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: totpIssuer,
    rpID: rp_id,
    userName: row.email,
    userDisplayName: `${row.first_name} ${row.last_name}`.trim(),
    userID: await userHandle(ownerDb, row.id),
    challenge: await newChallenge(context, row.id),
    timeout: limits.passkeyMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString("base64url"),
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: { ...options } };
}

/** @throws INVALID_CREDENTIALS if the device's answer is not right, or not for the challenge of this user */
export async function addPasskey(
  context: OwnerContext,
  name: string,
  credential: PasskeyAttestation,
): Promise<Passkey[]> {
  const { ownerDb, settings, now, request_id, viewer } = context;
  const place = placeOf(settings);
  const row = await readViewerAccount(context);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: (challenge) => store.takeChallenge(ownerDb, challenge, row.id, now()),
    expectedOrigin: place.origin,
    expectedRPID: place.rp_id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) throw invalid("passkey_invalid");
  const { credential: made, credentialBackedUp } = verified.registrationInfo;
  const values = {
    account_id: row.id,
    credential_id: Buffer.from(made.id, "base64url"),
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: credential.response.transports,
    is_synced: credentialBackedUp,
    name,
  };
  if (await store.findPasskey(ownerDb, values.credential_id)) throw invalid("passkey_invalid");
  await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => store.insertPasskey(db, values),
    (passkey_id) => ({ action: "passkey_added", detail: { passkey_id, name } }),
  );
  await mailNotice(context, row, (brand) => passkeyMail(row, viewer.locale, "added", brand));
  return store.readPasskeys(ownerDb, row.id);
}

export async function renamePasskey(
  context: OwnerContext,
  id: number,
  name: string,
): Promise<Passkey[]> {
  const { ownerDb, viewer } = context;
  const isRenamed = await changeWithAudit(
    { ...context, db: ownerDb },
    (db) => store.renamePasskey(db, viewer.account_id, id, name),
    (isDone) => (isDone ? { action: "passkey_renamed", detail: { passkey_id: id, name } } : null),
  );
  if (!isRenamed) throw failure("RESOURCE_NOT_FOUND");
  return store.readPasskeys(ownerDb, viewer.account_id);
}

export async function removePasskey(context: OwnerContext, id: number): Promise<void> {
  const { ownerDb, viewer, request_id } = context;
  const row = await readViewerAccount(context);
  const removed = await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => store.deletePasskey(db, row.id, id),
    (name) =>
      name === null ? null : { action: "passkey_removed", detail: { passkey_id: id, name } },
  );
  if (removed === null) throw failure("RESOURCE_NOT_FOUND");
  await mailNotice(context, row, (brand) => passkeyMail(row, viewer.locale, "removed", brand));
}

/** The same for everyone: the device knows whose passkeys it has. */
export async function beginPasskeySignIn(context: PublicOwnerContext): Promise<Options> {
  const { rp_id } = placeOf(context.settings);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rp_id,
    challenge: await newChallenge(context, null),
    timeout: limits.passkeyMs,
    userVerification: "required",
  });
  return { options: { ...options } };
}

/** @throws INVALID_CREDENTIALS with the reason */
export async function signInWithPasskey(
  context: PublicOwnerContext,
  credential: PasskeyAssertion,
): Promise<SessionAnswer> {
  const { ownerDb, settings, now, address, request_id } = context;
  const place = placeOf(settings);
  const passkey = await store.findPasskey(ownerDb, Buffer.from(credential.id, "base64url"));
  const found = passkey && (await readAccount(ownerDb, passkey.account_id));
  const detail = { factor: "passkey", address };
  const refused = async (reason: string) => {
    await writeAuditEntry(authorOf(found, request_id), ownerDb, {
      action: "sign_in_failed",
      detail: { ...detail, reason },
    });
    return invalid(reason);
  };
  if (!passkey || !found || !isActive(found)) throw await refused("passkey_unknown");
  const handle = credential.response.userHandle;
  const own = Buffer.from(await userHandle(ownerDb, found.id)).toString("base64url");
  let isOver = false;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { ...credential.response, userHandle: handle ?? own },
      clientExtensionResults: {},
    },
    async expectedChallenge(challenge) {
      const isTaken = await store.takeChallenge(ownerDb, challenge, null, now());
      isOver = !isTaken;
      return isTaken;
    },
    expectedOrigin: place.origin,
    expectedRPID: place.rp_id,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (isOver) throw await refused("passkey_over");
  if (!verified?.verified || (handle ?? own) !== own) throw await refused("passkey_invalid");
  const service = await serviceInstead(ownerDb, found.email, found);
  if (service !== null) throw boundToService(service);
  const { newCounter } = verified.authenticationInfo;
  const use = (db: Database) => store.usePasskey(db, passkey.id, newCounter, now());
  const way = { action: "sign_in", detail } as const;
  const session = await openSessionFor({ ownerDb, request_id, now }, found, way, use);
  await guessLimitOf(ownerDb).succeeded(found.email.toLowerCase(), address);
  return session;
}

function invalid(reason: string): Failure {
  return failure("INVALID_CREDENTIALS", { reason });
}
