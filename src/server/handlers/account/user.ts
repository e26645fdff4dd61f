// Users: listed, invited, locked, deleted; their roles and plants.
import { userApi } from "../../../api/account/user.ts";
import { failure, type Refusal } from "../../../domain/error.ts";
import * as rules from "../../../domain/account/user.ts";
import type { StoredUser, User } from "../../../domain/account/user.ts";
import { allPlantsRefusal, grantRefusal, roleRefusal } from "../../../domain/account/user-grant.ts";
import type { Context, Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { sendInvitation } from "../../account/invitation.ts";
import { requireStored, requireUser, usersAsSeen } from "../../account/user-as-seen.ts";
import { checkSecurityCode } from "../../account/security-code.ts";
import { writeAuditEntry, type AuditEntry } from "../../store/account/audit.ts";
import { readRole, readRoles } from "../../store/account/role.ts";
import * as store from "../../store/account/user.ts";
import { refuseViolation } from "../../store/database-fault.ts";

const invitations = "The serving role cannot read the keys of invitations.";
const endsSessions = "The serving role cannot end the sessions of another user.";
const done = { done: true } as const;
/** An address belongs to one account. The answer does not reveal to which. */
const emailTaken = { account_email: { reason: "email_taken", field: "email" } };

/** Those of tables stand beside it. */
export const userHandlers: Handlers<Omit<typeof userApi, "previewFile" | "importFile">> = {
  list: (context) => usersAsSeen(context),

  listProvider: ({ db, viewer }) => store.readProviderUsers(db, viewer),

  listSeats: ({ db, viewer }) => store.readSeats(db, viewer),

  async listRoles({ db, viewer }) {
    const [roles, seats] = await Promise.all([readRoles(db), store.readSeats(db, viewer)]);
    const is_provider = seats.some((seat) => seat.is_provider);
    return roles.filter((role) => rules.roleGrantRefusal(viewer, role, is_provider) === null);
  },

  invite: {
    needsOwner: invitations,
    async answer(context, { body }) {
      const { db, viewer, now } = context;
      const { customer_id, role_id, plant_ids } = body;
      const invite = () =>
        db.transaction(async (transaction) => {
          await store.lockSeats(transaction, customer_id);
          // Customers that the viewer does not see count as missing.
          const [seats] = await store.readSeats(transaction, viewer, customer_id);
          refuseWith(
            "BAD_REQUEST",
            seats ? null : { reason: "customer_unknown", field: "customer_id" },
          );
          const { is_provider } = requireFound(seats);
          const role = await knownRole(transaction, role_id);
          const { key } = role;
          refuseWith("BAD_REQUEST", grantRefusal(viewer, { role, plant_ids }, is_provider));
          await checkPlants({ ...context, db: transaction }, customer_id, plant_ids);
          refuse(userApi.invite, viewer, requireFound(seats));
          const user_id = await store.insertUser(transaction, body, now());
          const user = { id: user_id, customer_id };
          await writeEntry(context, transaction, "user_created", user, { role: key, plant_ids });
          return user_id;
        });
      const id = await refuseViolation(emailTaken, invite, "EMAIL_ALREADY_EXISTS");
      const confirmation_key = await sendInvitation(context, id);
      return { confirmation_key, user: await requireUser(context, id) };
    },
  },

  resendInvitation: {
    needsOwner: invitations,
    async answer(context, { params }) {
      const user = await requireUser(context, params.id);
      refuse(userApi.resendInvitation, context.viewer, user);
      return { confirmation_key: await sendInvitation(context, user.id) };
    },
  },

  async assignPlants(context, { params, body }) {
    const { db, viewer } = context;
    return db.transaction(async (transaction) => {
      const bound = { ...context, db: transaction };
      const { seen: user, stored } = await requireStored(bound, params.id);
      refuse(userApi.assignPlants, viewer, user);
      await checkPlants(bound, user.customer_id, body.plant_ids);
      const plant_ids = withHiddenPlants(viewer, stored, body.plant_ids);
      await store.storePlants(transaction, user.id, plant_ids);
      await writeEntry(context, transaction, "user_plants_assigned", user, { plant_ids });
      return requireUser(bound, user.id);
    });
  },

  changeRole: {
    needsOwner: "The code of the acting user is checked, and the serving role cannot read codes.",
    async answer(context, { params, body }) {
      const { db, viewer } = context;
      // The rules are checked before the code is used up, and again in the transaction below.
      const before = await requireUser(context, params.id);
      const super_admins = await store.countSuperAdmins(db);
      refuse(userApi.changeRole, viewer, { user: before, super_admins });
      await checkRole(context, body.role_id, await seatsOf(context, before));
      await checkSecurityCode(context, body.security_code);
      return changeUser(context, params.id, refuseRole, async (transaction, user) => {
        const bound = { ...context, db: transaction };
        const { key } = await checkRole(bound, body.role_id, await seatsOf(bound, user));
        await store.storeRole(transaction, user.id, body.role_id);
        await writeEntry(context, transaction, "user_role_changed", user, {
          from: user.role,
          to: key,
        });
      });
    },
  },

  unLock: {
    needsOwner: endsSessions,
    answer: (context, { params, body: { lock } }) =>
      changeUser(
        context,
        params.id,
        (actor, target) => refuse(userApi.unLock, actor, { ...target, lock }),
        async (transaction, user) => {
          await store.storeLock(transaction, user.id, lock);
          await writeEntry(context, transaction, lock ? "user_locked" : "user_unlocked", user);
          // Last, because it is on another connection and cannot be rolled back.
          if (lock) await store.endAccess(context.ownerDb, user.id, "sign_ins");
        },
      ),
  },

  remove: {
    needsOwner: endsSessions,
    async answer(context, { params }) {
      const { db, viewer, now } = context;
      await db.transaction(async (transaction) => {
        const bound = { db: transaction, viewer };
        const user = await lockedUser(bound, params.id, refuseRemoval);
        await store.deleteUser(transaction, user.id, now());
        await writeEntry(context, transaction, "user_deleted", user);
        // Last, because it is on another connection and cannot be rolled back.
        await store.endAccess(context.ownerDb, user.id, "all");
      });
      return done;
    },
  },
};

type Check = (
  viewer: Context["viewer"],
  target: { readonly user: User; readonly super_admins: number },
) => void;
const refuseRole: Check = (viewer, target) => refuse(userApi.changeRole, viewer, target);
const refuseRemoval: Check = (viewer, target) => refuse(userApi.remove, viewer, target);

/** Changes one user in a transaction that excludes other changes of roles, locks and deletions. */
function changeUser(
  { db, viewer }: Context,
  id: number,
  check: Check,
  change: (transaction: Database, user: User) => Promise<void>,
): Promise<User> {
  return db.transaction(async (transaction) => {
    const bound = { db: transaction, viewer };
    await change(transaction, await lockedUser(bound, id, check));
    return requireUser(bound, id);
  });
}

async function lockedUser(
  bound: Pick<Context, "db" | "viewer">,
  id: number,
  check: Check,
): Promise<User> {
  await store.lockStaff(bound.db);
  const user = await requireUser(bound, id);
  check(bound.viewer, { user, super_admins: await store.countSuperAdmins(bound.db) });
  return user;
}

function refuseWith(code: "BAD_REQUEST", refusal: Refusal | null): void {
  if (refusal) throw failure(code, refusal);
}

async function seatsOf({ db, viewer }: Context, user: User) {
  return requireFound((await store.readSeats(db, viewer, user.customer_id))[0]);
}

/** @throws BAD_REQUEST for a role that is missing or that the viewer must not grant to the user */
async function checkRole(
  { db, viewer }: Context,
  role_id: number,
  { is_provider }: { readonly is_provider: boolean },
) {
  const role = await knownRole(db, role_id);
  refuseWith("BAD_REQUEST", roleRefusal(viewer, role, is_provider));
  return role;
}

/** @throws BAD_REQUEST for a role that is missing */
async function knownRole(db: Database, role_id: number) {
  const role = await readRole(db, role_id);
  if (role) return role;
  throw failure("BAD_REQUEST", { reason: "role_unknown", field: "role_id" });
}

/** @throws BAD_REQUEST for plants of another customer or plants that the viewer does not see */
async function checkPlants(
  { db, viewer }: Context,
  customer_id: number,
  plant_ids: readonly number[] | null,
): Promise<void> {
  const visible = viewer.plant_ids;
  refuseWith("BAD_REQUEST", allPlantsRefusal(viewer, plant_ids));
  if (plant_ids === null || plant_ids.length === 0) return;
  const known = await store.readPlantIdsOf(db, customer_id, plant_ids);
  const isAllowed = (id: number) => known.has(id) && (visible === null || visible.includes(id));
  if (!plant_ids.every(isAllowed)) {
    throw failure("BAD_REQUEST", { reason: "plant_unknown", field: "plant_ids" });
  }
}

/** Adds the plants of the user that the viewer does not see: they stay assigned. */
function withHiddenPlants(
  { plant_ids: visible }: Context["viewer"],
  user: StoredUser,
  plant_ids: readonly number[] | null,
): readonly number[] | null {
  if (visible === null || plant_ids === null) return plant_ids;
  return [...plant_ids, ...(user.plant_ids ?? []).filter((id) => !visible.includes(id))];
}

/** Writes the audit entry about a user in the transaction of the change. */
function writeEntry(
  context: Context,
  transaction: Database,
  action: AuditEntry["action"],
  { id, customer_id }: Pick<User, "id" | "customer_id">,
  more: Record<string, unknown> = {},
): Promise<void> {
  const detail = { user_id: id, ...more };
  return writeAuditEntry(context, transaction, { action, customer_id, detail });
}
