// New users from a table: shown first, then invited, all of them or none.
import type { userApi } from "../../../api/account/user.ts";
import { failure, type Problem } from "../../../domain/error.ts";
import * as rules from "../../../domain/account/user.ts";
import type { Locale, Seats } from "../../../domain/account/user.ts";
import {
  emailsOfTable,
  readUserTable,
  userHeads,
  type GrantedRole,
  type ReadUsers,
  type UserRow,
} from "../../../domain/account/user-table.ts";
import { plainText } from "../../../domain/table/record-rows.ts";
import type { Table } from "../../../domain/table/table.ts";
import { invite } from "../../account/invitation.ts";
import type { Context, Database, OwnerContext } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import { readRoles } from "../../store/account/role.ts";
import { insertUser, lockSeats, readSeats } from "../../store/account/user.ts";
import { readPlantNames, readTakenEmails } from "../../store/account/user-table.ts";
import { isUniqueViolation } from "../../store/database-fault.ts";
import { translate } from "../../translate.ts";
import { previewRecords, requireRows, takeRecords } from "../../upload/record-table.ts";
import { rememberTable } from "../../upload/table-preview.ts";

/** Invitations that are sent side by side. */
const SENT_TOGETHER = 4;

const kindOf = (customer_id: number) =>
  ({ purpose: "users", heads: userHeads, customer_id }) as const;

export const userTableHandlers: Pick<Handlers<typeof userApi>, "previewFile" | "importFile"> = {
  async previewFile(context, { query: { customer_id }, parts }) {
    await requireSeats(context, customer_id);
    return previewRecords(context, parts, kindOf(customer_id), (table) =>
      readUsers(context, customer_id, table),
    );
  },

  importFile: {
    needsOwner: "The serving role cannot read the keys of invitations.",
    async answer(context, { query: { customer_id }, parts }) {
      await requireSeats(context, customer_id);
      const kind = kindOf(customer_id);
      const stored = await takeRecords(context, parts, kind, (table, sent) =>
        context.db.transaction(async (db) => {
          const bound = { ...context, db };
          await lockSeats(db, customer_id);
          const read = await readUsers(bound, customer_id, table);
          const rows = requireRows(read, sent);
          const users = [];
          for (const row of rows) users.push(await insert(bound, row, sent.placed));
          await rememberTable(db, kind, sent.mapping);
          return { users, notes: [...sent.notes, ...read.notes] };
        }),
      );
      const unmailed = await inviteAll(context, stored.users);
      return { count: stored.users.length, unmailed, notes: stored.notes };
    },
  },
};

/** @throws BAD_REQUEST for customers that the viewer does not see: they count as missing */
async function requireSeats(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  customer_id: number,
): Promise<Seats> {
  const [seats] = await readSeats(db, viewer, customer_id);
  if (seats) return seats;
  throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
}

async function readUsers(
  context: Pick<Context, "db" | "viewer">,
  customer_id: number,
  table: Table,
): Promise<ReadUsers> {
  const { db, viewer } = context;
  const seats = await requireSeats(context, customer_id);
  const roles = await readRoles(db);
  const byName = new Map(roles.flatMap((role) => namesOfRole(role).map((name) => [name, role])));
  const plants = Map.groupBy(await readPlantNames(db, viewer, customer_id), ({ name }) =>
    plainText(name),
  );
  const taken = await readTakenEmails(db, viewer, emailsOfTable(table));
  return readUserTable(table, {
    customer_id,
    locale: viewer.locale as Locale,
    seats,
    roleOf: (name) => byName.get(name),
    usualRole: roles.find(({ key }) => key === "customer_user"),
    plantsOf: (name) => plants.get(name)?.map(({ id }) => id) ?? [],
    isTaken: (email) => taken.has(email),
    grantRefusal: (role, plant_ids) => grantRefusal(viewer, seats, role, plant_ids),
  });
}

/** As a user writes it: the key, or the name in a language of the product. */
function namesOfRole({ key }: GrantedRole): string[] {
  const names = rules.userLocales.map((locale) => translate(locale, `user:role.${key}`));
  return [key, ...names].map(plainText);
}

/** The rules of a single invitation. */
function grantRefusal(
  viewer: Context["viewer"],
  { is_provider }: Seats,
  role: GrantedRole,
  plant_ids: readonly number[] | null,
) {
  const refusal =
    rules.roleSideRefusal(role.key, is_provider) ??
    rules.roleGrantRefusal(viewer, role, is_provider);
  if (refusal) return refusal;
  if (plant_ids === null) {
    // A viewer with some plants cannot give others access to all.
    const isMore = viewer.plant_ids !== null;
    return isMore ? { reason: "plants_above_own", field: "plant_ids" } : null;
  }
  const target = { id: 0, role: role.key, plant_ids: [...plant_ids], has_other_plants: false };
  return rules.plantAssignmentRefusal(viewer, target);
}

type Stored = { readonly id: number; readonly email: string };

/** @throws FILE_REFUSED with the line of an address that a user has whom the viewer does not see */
async function insert(
  context: OwnerContext & { readonly db: Database },
  { invitation, line }: UserRow,
  placed: (problem: Problem) => Problem,
): Promise<Stored> {
  const { db, now } = context;
  const { customer_id, plant_ids, email, role_id } = invitation;
  try {
    const id = await insertUser(db, invitation, now());
    const detail = { user_id: id, role_id, plant_ids };
    await writeAuditEntry(context, db, { action: "user_created", customer_id, detail });
    return { id, email };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const values = { value: email };
    throw failure("FILE_REFUSED", placed({ reason: "users_taken", field: "email", values, line }));
  }
}

/** Sends the invitations; answers the addresses that got none. The users are stored, and can be invited again. */
async function inviteAll(context: OwnerContext, users: readonly Stored[]): Promise<string[]> {
  const unmailed: string[] = [];
  for (let at = 0; at < users.length; at += SENT_TOGETHER) {
    const sent = users.slice(at, at + SENT_TOGETHER).map(async ({ id, email }) => {
      const is_mailed = await invite(context, id).then(
        (one) => one.is_mailed,
        (error: unknown) => {
          context.log.error({ err: error, account_id: id }, "an invitation was not sent");
          return false;
        },
      );
      if (!is_mailed) unmailed.push(email);
    });
    await Promise.all(sent);
  }
  return unmailed;
}
