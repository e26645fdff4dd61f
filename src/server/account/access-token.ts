// Access tokens of users: made, withdrawn, and used.
import { randomBytes } from "node:crypto";
import { accessTokenApi } from "../../api/account/access-token.ts";
import {
  accessTokenPrefix,
  type AccessToken,
  type AccessTokenForm,
  type IssuedAccessToken,
} from "../../domain/account/access-token.ts";
import { failure } from "../../domain/error.ts";
import type { OwnerContext } from "../context.ts";
import { refuse } from "../implement.ts";
import { accessTokenMail } from "../mail/mails.ts";
import { mailNotice } from "../mail/notice.ts";
import { lockAccount } from "../store/account/account.ts";
import * as store from "../store/account/access-token.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { checkSecurityCode } from "./security-code.ts";
import { readViewerAccount } from "./viewer.ts";

const dayMs = 86_400_000;

/** @throws CONFLICT with too many tokens, INVALID_CREDENTIALS with a wrong code */
export async function makeAccessToken(
  context: OwnerContext,
  { name, scopes, days, security_code }: AccessTokenForm & { readonly security_code: string },
): Promise<IssuedAccessToken> {
  const { ownerDb, viewer, now } = context;
  const row = await readViewerAccount(context);
  const known = await store.readAccessTokens(ownerDb, row.id, now());
  refuse(accessTokenApi.make, viewer, known.length);
  await checkSecurityCode(context, security_code);
  const secret = `${accessTokenPrefix}${randomBytes(32).toString("base64url")}`;
  const at = now();
  const expires_at = new Date(at.getTime() + days * dayMs).toISOString();
  const id = await changeWithAudit(
    { ...context, db: ownerDb },
    async (db) => {
      // Two at once could pass the limit.
      await lockAccount(db, row.id);
      const others = await store.readAccessTokens(db, row.id, at);
      refuse(accessTokenApi.make, viewer, others.length);
      return store.insertAccessToken(db, {
        account_id: row.id,
        // The token must not see more than its maker saw, also where a user of a customer joins the staff later.
        acting_customer_id: viewer.customer_id,
        name,
        scopes: [...scopes],
        secret,
        created_at: at.toISOString(),
        expires_at,
      });
    },
    (access_token_id) => ({
      action: "access_token_made",
      customer_id: row.customer_id,
      detail: { access_token_id, name, scopes, expires_at },
    }),
  );
  await mailNotice(context, row, (brand) => accessTokenMail(row, viewer.locale, brand));
  const made = (await store.readAccessTokens(ownerDb, row.id, at)).find((one) => one.id === id);
  if (!made) throw failure("RESOURCE_NOT_FOUND");
  return { ...made, secret };
}

/** @throws RESOURCE_NOT_FOUND if the user has no such token */
export async function withdrawAccessToken(
  context: OwnerContext,
  user: { readonly id: number; readonly customer_id: number },
  access_token_id: number,
): Promise<AccessToken[]> {
  const { ownerDb, now } = context;
  const withdrawn = await changeWithAudit(
    { ...context, db: ownerDb },
    (db) => store.deleteAccessToken(db, user.id, access_token_id),
    (name) =>
      name === null
        ? null
        : {
            action: "access_token_withdrawn",
            customer_id: user.customer_id,
            detail: { access_token_id, name, user_id: user.id },
          },
  );
  if (withdrawn === null) throw failure("RESOURCE_NOT_FOUND");
  return store.readAccessTokens(ownerDb, user.id, now());
}
