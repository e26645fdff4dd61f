// User provisioning of customers: the token of their sign-in services.
import { randomBytes } from "node:crypto";
import { provisioningApi } from "../../../api/account/provisioning.ts";
import type { Provisioning } from "../../../domain/account/provisioning.ts";
import { failure } from "../../../domain/error.ts";
import { scimBase } from "../../../domain/scim/scim.ts";
import type { OwnerContext } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/account/provisioning.ts";
import { readRoles } from "../../store/account/role.ts";
import { readSignOns } from "../../store/account/single-sign-on.ts";

const tokens = "The serving role cannot read tokens of sign-in services.";
const dayMs = 24 * 3600_000;

export const provisioningHandlers: Handlers<typeof provisioningApi> = {
  read: {
    needsOwner: tokens,
    answer: (context, { params: { id } }) => read(context, id),
  },

  issue: {
    needsOwner: tokens,
    async answer(context, { params: { id }, body: { days } }) {
      requireOwn(context, id);
      const { viewer, db, ownerDb, now } = context;
      const set = requireFound((await readSignOns(db, id))[0]);
      const roles = new Map((await readRoles(db)).map((role) => [role.id, role]));
      const wanted = [...set.roles.map(({ role_id }) => role_id), set.default_role_id];
      refuse(provisioningApi.issue, viewer, {
        ...set,
        grants: wanted.filter((one) => one !== null).map((one) => roles.get(one) ?? null),
      });
      const secret = `scim_${randomBytes(32).toString("base64url")}`;
      const at = now();
      const expires_at = new Date(at.getTime() + days * dayMs);
      await changeWithAudit(
        { ...context, db: ownerDb },
        (transaction) => store.storeToken(transaction, id, secret, { now: at, expires_at }),
        () => ({
          action: "provisioning_token_created",
          customer_id: id,
          detail: { expires_at: expires_at.toISOString() },
        }),
      );
      return { ...(await read(context, id)), secret };
    },
  },

  withdraw: {
    needsOwner: tokens,
    async answer(context, { params: { id } }) {
      requireOwn(context, id);
      refuse(provisioningApi.withdraw, context.viewer);
      await changeWithAudit(
        { ...context, db: context.ownerDb },
        (transaction) => store.deleteToken(transaction, id),
        (isGone) => (isGone ? { action: "provisioning_token_withdrawn", customer_id: id } : null),
      );
      return read(context, id);
    },
  },
};

async function read(context: OwnerContext, id: number): Promise<Provisioning> {
  requireOwn(context, id);
  const [token, sent] = await Promise.all([
    store.readToken(context.ownerDb, id, context.now()),
    store.readProvisioned(context.db, id),
  ]);
  return { base_url: `${context.settings.public_url}${scimBase}`, token, ...sent };
}

/** @throws RESOURCE_NOT_FOUND for a customer that the viewer may not change */
function requireOwn({ viewer }: Pick<OwnerContext, "viewer">, id: number): void {
  const isAny = viewer.permissions.has("UPDATE_CUSTOMER");
  if (!isAny && viewer.own_customer_id !== id) throw failure("RESOURCE_NOT_FOUND");
}
