// Groups of a customer's sign-in service, for the service.
import {
  badScim,
  projected,
  ScimFault,
  scimLimits,
  scimList,
  scimPage,
  type ScimObject,
} from "../../domain/scim/scim.ts";
import { filterOf } from "../../domain/scim/scim-filter.ts";
import {
  groupResource,
  groupStepsOf,
  patchedGroupSteps,
  type GroupStep,
  type ProvisionedGroup,
} from "../../domain/scim/scim-group.ts";
import { followGroups, readMappedRoles } from "../account/provisioned-role.ts";
import type { Database } from "../context.ts";
import { writeAuditEntry, type AuditEntry } from "../store/account/audit.ts";
import * as store from "../store/account/provisioned-group.ts";
import { readProvisionedOf } from "../store/account/provisioned-user.ts";
import { lockSeats } from "../store/account/user.ts";
import { isUniqueViolation } from "../store/database-fault.ts";
import type { ScimContext, ScimRequest } from "./scim-context.ts";

const wantsMembers = (query: ScimObject) => "members" in projected({ members: null }, query);

export async function listGroups(context: ScimContext, { query }: ScimRequest) {
  const { db, customer_id, base } = context;
  const page = scimPage(query);
  const filter = filterOf(query["filter"], store.groupAttributes);
  const withMembers = wantsMembers(query);
  const { total, groups } = await store.readGroupPage(db, customer_id, filter, page, withMembers);
  const resources = groups.map((group) => projected(groupResource(group, base), query));
  return scimList(resources, total, page.first);
}

export async function readGroup(context: ScimContext, { id, query }: ScimRequest) {
  const group = await find(context, context.db, id, wantsMembers(query));
  return projected(groupResource(group, context.base), query);
}

export async function createGroup(context: ScimContext, { body }: ScimRequest) {
  const steps = groupStepsOf(body);
  const named = steps.find((step) => "set" in step && step.set === "display_name");
  if (!named || !("set" in named) || named.value === null) {
    throw badScim("invalidValue", "displayName is missing.");
  }
  const { value: name } = named;
  const id = await change(context, async (db) => {
    const count = await store.countGroups(db, context.customer_id);
    if (count >= scimLimits.groups) {
      throw new ScimFault(403, null, `A customer has at most ${scimLimits.groups} groups.`);
    }
    const made = await store.insertGroup(db, context.customer_id, name);
    await write(context, db, { action: "provisioned_group_created", detail: { group: name } });
    await apply(context, db, await find(context, db, String(made), false), steps);
    return made;
  });
  return groupResource(await find(context, context.db, String(id), true), context.base);
}

export async function replaceGroup(context: ScimContext, { id, body }: ScimRequest) {
  const steps = groupStepsOf(body);
  await change(context, async (db) =>
    apply(context, db, await find(context, db, id, false), steps),
  );
  return groupResource(await find(context, context.db, id, true), context.base);
}

export async function patchGroup(context: ScimContext, { id, body }: ScimRequest): Promise<null> {
  const steps = patchedGroupSteps(body);
  await change(context, async (db) =>
    apply(context, db, await find(context, db, id, false), steps),
  );
  return null;
}

/** Its members get the role of new users, where the group gave them theirs. */
export async function removeGroup(context: ScimContext, { id }: ScimRequest): Promise<null> {
  const { set, author } = context;
  await change(context, async (db) => {
    const group = await find(context, db, id, false);
    const ids = [...(await store.readMembers(db, group.id))];
    const before = await readMappedRoles(db, set, ids);
    await store.deleteGroup(db, group.id);
    const detail = { group: group.display_name };
    await write(context, db, { action: "provisioned_group_deleted", detail });
    await followGroups(author, db, set, ids, before);
  });
  return null;
}

async function apply(
  context: ScimContext,
  db: Database,
  group: ProvisionedGroup,
  steps: readonly GroupStep[],
): Promise<void> {
  const { set, author, now } = context;
  const were = await store.readMembers(db, group.id);
  const next = { ...group, ids: new Set(were) };
  for (const step of steps) {
    if ("members" in step) applyMembers(next.ids, step);
    else if (step.set === "external_id") next.external_id = step.value;
    else next.display_name = step.value;
  }
  const added = [...next.ids].filter((one) => !were.has(one));
  const gone = [...were].filter((one) => !next.ids.has(one));
  await refuseUnknown(context, db, added);
  const { display_name, external_id } = next;
  const isRenamed = display_name !== group.display_name || external_id !== group.external_id;
  const affected = isRenamed ? [...new Set([...were, ...added])] : [...added, ...gone];
  const before = await readMappedRoles(db, set, affected);
  await store.storeGroup(db, { id: group.id, display_name, external_id }, now());
  await store.storeMembers(db, group.id, { added, gone });
  if (added.length + gone.length > 0 || display_name !== group.display_name) {
    const detail = {
      group: display_name,
      ...(display_name !== group.display_name && { from: group.display_name, to: display_name }),
      ...(added.length > 0 && { added: added.slice(0, 100), added_count: added.length }),
      ...(gone.length > 0 && { removed: gone.slice(0, 100), removed_count: gone.length }),
    };
    await write(context, db, { action: "provisioned_group_changed", detail });
  }
  await followGroups(author, db, set, affected, before);
}

/** Changes the set: a request may have a thousand operations of one member each. */
function applyMembers(ids: Set<number>, step: Extract<GroupStep, { members: string }>): void {
  if (step.members === "replace") ids.clear();
  for (const id of step.ids) {
    if (step.members === "remove") ids.delete(id);
    else ids.add(id);
  }
}

/** @throws 400 with the IDs that are no users of this customer */
async function refuseUnknown(
  { customer_id }: ScimContext,
  db: Database,
  ids: readonly number[],
): Promise<void> {
  const known = new Set((await readProvisionedOf(db, customer_id, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const shown = unknown.slice(0, 10).join(", ");
  throw badScim("invalidValue", `There is no user with the ID ${shown}.`);
}

async function find(
  { customer_id }: ScimContext,
  db: Database,
  id: string,
  withMembers: boolean,
): Promise<ProvisionedGroup> {
  const filter = [{ name: "id", value: id }] as const;
  const group = await store.findGroup(db, customer_id, filter, withMembers);
  if (group === null) throw new ScimFault(404, null, "There is no such group.");
  return group;
}

async function change<T>(context: ScimContext, run: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await context.db.transaction(async (db) => {
      // The roles of users change with the groups: one change of the customer after the other.
      await lockSeats(db, context.customer_id);
      return run(db);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ScimFault(409, "uniqueness", "Another group has this displayName.");
  }
}

function write(context: ScimContext, db: Database, entry: AuditEntry): Promise<void> {
  const { author, customer_id } = context;
  const detail = { ...entry.detail, by: "provisioning" };
  return writeAuditEntry(author, db, { ...entry, customer_id, detail });
}
