// The single sign-on of customers, and signing in with it.
import { singleSignOnApi } from "../../../api/account/single-sign-on.ts";
import type { SingleSignOn } from "../../../domain/account/single-sign-on.ts";
import type { Database, OwnerContext } from "../../context.ts";
import { failure } from "../../../domain/error.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { followGroups } from "../../account/provisioned-role.ts";
import { sealSecret } from "../../account/sealed-secret.ts";
import { redirectUrl, secretOf, type SingleSignOnParts } from "../../account/single-sign-on.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readRoles } from "../../store/account/role.ts";
import * as store from "../../store/account/single-sign-on.ts";
import { readMapped } from "../../store/account/provisioned-group.ts";
import { readTokenHolders } from "../../store/account/provisioning.ts";
import { lockSeats } from "../../store/account/user.ts";
import { refuseViolation } from "../../store/database-fault.ts";

const beforeSignIn = "There is no viewer before the sign-in.";
const identities = "The serving role cannot read who has signed in, nor the key of secrets.";
const done = { done: true } as const;
/** A domain belongs to one customer. The answer does not reveal to which. */
const domainTaken = {
  single_sign_on_domain_pkey: { reason: "sso_domain_taken", field: "domains" },
};

export function singleSignOnHandlers(parts: SingleSignOnParts): Handlers<typeof singleSignOnApi> {
  return {
    list: {
      needsOwner: identities,
      async answer(context) {
        const rows = await store.readSignOns(context.db, ownUnless(context));
        return withLinked(context, rows);
      },
    },

    set: {
      needsOwner: identities,
      async answer(context, { params: { id }, body }) {
        requireOwn(context, id);
        const { viewer, ownerDb } = context;
        const { client_secret, ...form } = body;
        const sealed =
          client_secret === null
            ? undefined
            : client_secret === ""
              ? null
              : await sealSecret(ownerDb, client_secret, secretOf(id));
        const change = async (db: Database) => {
          const before = await read(context, db, id);
          const { domains, is_provider, linked_users, is_provisioned } = before;
          const sameService = before.issuer.replace(/\/$/, "") === form.issuer.replace(/\/$/, "");
          refuse(singleSignOnApi.set, viewer, {
            form,
            domains,
            is_provider,
            is_provisioned,
            // Who has signed in through another service has not tried this one.
            linked_users: sameService ? linked_users : 0,
            roles: new Map((await readRoles(db)).map((role) => [role.id, role])),
          });
          await store.storeSignOn(db, id, form, sealed);
          await mapAgain(context, db, id);
          return { before, after: form };
        };
        await refuseViolation(domainTaken, () =>
          changeWithAudit(context, change, ({ before, after }) => ({
            action: "update_single_sign_on",
            customer_id: id,
            detail: { ...changesOf(before, after), secret_changed: client_secret !== null },
          })),
        );
        return read(context, context.db, id);
      },
    },

    remove: {
      needsOwner: identities,
      async answer(context, { params: { id } }) {
        requireOwn(context, id);
        refuse(singleSignOnApi.remove, context.viewer);
        const remove = async (db: Database) => {
          const { is_set_up, issuer } = await read(context, db, id);
          if (is_set_up) await store.deleteSignOn(db, id);
          return is_set_up ? issuer : null;
        };
        await changeWithAudit(context, remove, (issuer) =>
          issuer === null
            ? null
            : { action: "remove_single_sign_on", customer_id: id, detail: { issuer } },
        );
        return done;
      },
    },

    async test(context, { params: { id }, body }) {
      requireOwn(context, id);
      refuse(singleSignOnApi.test, context.viewer);
      return parts.test(body.issuer, context.log);
    },

    lookUp: {
      needsOwner: beforeSignIn,
      async answer({ ownerDb }, { body: { domain } }) {
        const set = await store.readSignOnOf(ownerDb, domain);
        const offer = set?.is_on ? { domain, name: set.name, is_forced: set.is_forced } : null;
        return { offer };
      },
    },

    begin: { needsOwner: beforeSignIn, answer: (context, { body }) => parts.begin(context, body) },
    finish: {
      needsOwner: beforeSignIn,
      answer: (context, { body }) => parts.finish(context, body),
    },
  };
}

/** Groups that the service has sent may stand for other roles now. */
async function mapAgain(context: OwnerContext, db: Database, customer_id: number): Promise<void> {
  const set = await store.readSignOn(db, customer_id);
  if (set === null) return;
  const ids = await readMapped(db, customer_id);
  if (ids.length === 0) return;
  await lockSeats(db, customer_id);
  await followGroups(context, db, set, ids, new Map());
}

/** The viewer's own customer, unless the viewer may change others. */
function ownUnless({ viewer }: Pick<OwnerContext, "viewer">): number | undefined {
  return viewer.permissions.has("UPDATE_CUSTOMER") ? undefined : viewer.own_customer_id;
}

/** @throws RESOURCE_NOT_FOUND for a customer that the viewer may not change */
function requireOwn(context: Pick<OwnerContext, "viewer">, id: number): void {
  if ((ownUnless(context) ?? id) !== id) throw failure("RESOURCE_NOT_FOUND");
}

async function read(context: OwnerContext, db: Database, id: number): Promise<SingleSignOn> {
  const rows = await store.readSignOns(db, id);
  return requireFound((await withLinked(context, rows))[0]);
}

async function withLinked(
  { ownerDb, settings }: OwnerContext,
  rows: Awaited<ReturnType<typeof store.readSignOns>>,
): Promise<SingleSignOn[]> {
  const ids = rows.map(({ id }) => id);
  const [linked, provisioned] = await Promise.all([
    store.countLinked(ownerDb, ids),
    readTokenHolders(ownerDb, ids),
  ]);
  const redirect_url = redirectUrl(settings);
  return rows.map((row) => ({
    ...row,
    linked_users: linked.get(row.id) ?? 0,
    is_provisioned: provisioned.has(row.id),
    redirect_url,
  }));
}

/** The fields that change, with their new values. None of them is secret. */
function changesOf(before: SingleSignOn, after: object): Record<string, unknown> {
  const was: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !before.is_set_up || JSON.stringify(was[field]) !== JSON.stringify(value),
    ),
  );
}
