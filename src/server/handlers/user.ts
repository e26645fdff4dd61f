// Users: listed, invited, locked, deleted, given roles and plants.
import type { userApi } from "../../api/user.ts";
import { failure, type Refusal } from "../../domain/error.ts";
import * as rules from "../../domain/user.ts";
import type { User } from "../../domain/user.ts";
import type { Context, Database } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { named } from "../implement.ts";
import { audit } from "../store/account.ts";
import { readRoles } from "../store/role.ts";
import * as store from "../store/user.ts";

const done = { done: true } as const;

export const userHandlers: Handlers<typeof userApi> = {
  async list({ db, viewer }) {
    return (await store.readUsers(db, viewer)).map((user) => shownTo(viewer, user));
  },

  listProvider: ({ db, viewer }) => store.readProviderUsers(db, viewer),

  listSeats: ({ db, viewer }) => store.readSeats(db, viewer),

  async listRoles({ db, viewer }) {
    const [roles, seats] = await Promise.all([readRoles(db), store.readSeats(db, viewer)]);
    const is_provider = seats.some((one) => one.is_provider);
    return roles.filter((role) => rules.roleGrantRefusal(viewer, role, is_provider) === null);
  },

  async assignPlants(context, { params, body }) {
    const { db, viewer } = context;
    return db.transaction(async (transaction) => {
      const bound = { ...context, db: transaction };
      const user = named(await store.readUser(transaction, viewer, params.id));
      refuse("CONFLICT", rules.plantAssignmentRefusal(viewer, user));
      await checkPlants(bound, user.customer_id, body.plant_ids);
      const plant_ids = withHidden(viewer, user, body.plant_ids);
      await store.storePlants(transaction, user.id, plant_ids);
      await note(context, transaction, "user_plants_assigned", user, { plant_ids });
      return shownTo(viewer, named(await store.readUser(transaction, viewer, user.id)));
    });
  },

  unLock: (context, { params, body: { lock } }) =>
    changeUser(
      context,
      params.id,
      lock ? rules.userLockRefusal : rules.userChangeRefusal,
      async (transaction, user) => {
        await store.storeLock(transaction, user.id, lock);
        if (lock) await store.endAccess(context.ownerDb, user.id, "sign_ins");
        await note(context, transaction, lock ? "user_locked" : "user_unlocked", user);
      },
    ),

  async remove(context, { params }) {
    const { db, viewer, now } = context;
    await db.transaction(async (transaction) => {
      const user = await lockedUser(transaction, viewer, params.id, rules.userRemovalRefusal);
      await store.deleteUser(transaction, user.id, now());
      await store.endAccess(context.ownerDb, user.id, "all");
      await note(context, transaction, "user_deleted", user);
    });
    return done;
  },
};

type Rule = typeof rules.userLockRefusal;

/** Changes one user, whom nobody else locks, deletes or demotes meanwhile. */
function changeUser(
  { db, viewer }: Context,
  id: number,
  rule: Rule,
  change: (transaction: Database, user: User) => Promise<void>,
): Promise<User> {
  return db.transaction(async (transaction) => {
    const user = await lockedUser(transaction, viewer, id, rule);
    await change(transaction, user);
    return shownTo(viewer, named(await store.readUser(transaction, viewer, id)));
  });
}

async function lockedUser(
  db: Database,
  viewer: Context["viewer"],
  id: number,
  rule: Rule,
): Promise<User> {
  await store.lockStaff(db);
  const user = named(await store.readUser(db, viewer, id));
  refuse("CONFLICT", rule(viewer, user, await store.countSuperAdmins(db)));
  return user;
}

function refuse(code: "CONFLICT" | "BAD_REQUEST", refusal: Refusal | null): void {
  if (refusal) throw failure(code, refusal);
}

/** @throws BAD_REQUEST for plants that the viewer does not see or that are another customer's */
async function checkPlants(
  { db, viewer }: Context,
  customer_id: number,
  plant_ids: readonly number[] | null,
): Promise<void> {
  const own = viewer.plant_ids;
  // Whoever sees some plants cannot let others see all.
  const isMore = own !== null && plant_ids === null;
  refuse("BAD_REQUEST", isMore ? { reason: "plants_above_own", field: "plant_ids" } : null);
  if (plant_ids === null || plant_ids.length === 0) return;
  const known = await store.readPlantIdsOf(db, customer_id, plant_ids);
  const isSeen = (id: number) => known.has(id) && (own === null || own.includes(id));
  if (!plant_ids.every(isSeen)) {
    throw failure("BAD_REQUEST", { reason: "plant_unknown", field: "plant_ids" });
  }
}

/** Plants that the viewer does not see stay as they are. */
function withHidden(
  { plant_ids: own }: Context["viewer"],
  user: User,
  plant_ids: readonly number[] | null,
): readonly number[] | null {
  if (own === null || plant_ids === null) return plant_ids;
  return [...plant_ids, ...(user.plant_ids ?? []).filter((id) => !own.includes(id))];
}

/** A viewer who sees some plants learns of no others. */
function shownTo({ plant_ids: own }: Context["viewer"], user: User): User {
  if (own === null || user.plant_ids === null) return user;
  return { ...user, plant_ids: user.plant_ids.filter((id) => own.includes(id)) };
}

async function note(
  { viewer, request_id }: Context,
  db: Database,
  action: string,
  { id, customer_id }: Pick<User, "id" | "customer_id">,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { account_id } = viewer;
  await audit(db, {
    account_id,
    customer_id,
    action,
    detail: { user_id: id, ...detail },
    request_id,
  });
}
