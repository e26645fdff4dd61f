// New users from a table: shown first, then invited, all of them or none.
import type { userApi } from "../../../api/account/user.ts";
import { failure, type Problem } from "../../../domain/error.ts";
import { userLocales, type Locale, type Seats } from "../../../domain/account/user.ts";
import { grantRefusal } from "../../../domain/account/user-grant.ts";
import {
  emailsOf,
  judgedUsers,
  userHeads,
  userRecords,
  type GrantedRole,
  type ReadUsers,
  type UserRecords,
  type UserRow,
} from "../../../domain/account/user-table.ts";
import { limits } from "../../../domain/limits.ts";
import { plainText } from "../../../domain/table/record-rows.ts";
import { inviteAll, type Invited } from "../../account/invite-all.ts";
import type { Context, Database, OwnerContext } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import { readRoles } from "../../store/account/role.ts";
import { insertUser, lockSeats, readSeats } from "../../store/account/user.ts";
import { readPlantNames, readTakenEmails } from "../../store/account/user-table.ts";
import { isUniqueViolation } from "../../store/database-fault.ts";
import { translate } from "../../translate.ts";
import { previewRecords, requireRows, takeRecords } from "../../upload/record-table.ts";
import { stepsInTurns } from "../../turn.ts";
import { rememberTable } from "../../upload/table-preview.ts";

const kindOf = (customer_id: number) => {
  const most_rows = limits.userFileRows;
  return { purpose: "users", heads: userHeads, most_rows, customer_id } as const;
};

export const userTableHandlers: Pick<Handlers<typeof userApi>, "previewFile" | "importFile"> = {
  async previewFile(context, { query: { customer_id }, parts }) {
    await requireSeats(context, customer_id);
    return previewRecords(context, parts, kindOf(customer_id), async (table) =>
      judged(context, customer_id, await stepsInTurns(userRecords(table))),
    );
  },

  importFile: {
    needsOwner: "The serving role cannot read the keys of invitations.",
    async answer(context, { query: { customer_id }, parts }) {
      await requireSeats(context, customer_id);
      const kind = kindOf(customer_id);
      const stored = await takeRecords(context, parts, kind, async (table, sent) => {
        // Read before others wait for the seats.
        const records = await stepsInTurns(userRecords(table));
        return context.db.transaction(async (db) => {
          const bound = { ...context, db };
          await lockSeats(db, customer_id);
          const read = await judged(bound, customer_id, records);
          const rows = requireRows(read, sent);
          const users = [];
          for (const row of rows) users.push(await insert(bound, row, sent.placed));
          await rememberTable(db, kind, sent.mapping);
          return { users, notes: [...sent.notes, ...read.notes] };
        });
      });
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

async function judged(
  context: Pick<Context, "db" | "viewer">,
  customer_id: number,
  records: UserRecords,
): Promise<ReadUsers> {
  const { db, viewer } = context;
  const seats = await requireSeats(context, customer_id);
  const roles = await readRoles(db);
  const byName = new Map(roles.flatMap((role) => namesOfRole(role).map((name) => [name, role])));
  const plants = Map.groupBy(await readPlantNames(db, viewer, customer_id), ({ name }) =>
    plainText(name),
  );
  const taken = await readTakenEmails(db, viewer, emailsOf(records));
  const facts = {
    customer_id,
    locale: viewer.locale as Locale,
    seats,
    roleOf: (name: string) => byName.get(name),
    usualRole: roles.find(({ key }) => key === "customer_user"),
    plantsOf: (name: string) => plants.get(name)?.map(({ id }) => id) ?? [],
    isTaken: (email: string) => taken.has(email),
    grantRefusal: (role: GrantedRole, plant_ids: readonly number[] | null) =>
      grantRefusal(viewer, { role, plant_ids }, seats.is_provider),
  };
  return stepsInTurns(judgedUsers(records, facts));
}

/** As a user writes it: the key, or the name in a language of the product. */
function namesOfRole({ key }: GrantedRole): string[] {
  const names = userLocales.map((locale) => translate(locale, `user:role.${key}`));
  return [key, ...names].map(plainText);
}

/** @throws FILE_REFUSED with the line of an address that a user has whom the viewer does not see */
async function insert(
  context: OwnerContext & { readonly db: Database },
  { invitation, role, line }: UserRow,
  placed: (problem: Problem) => Problem,
): Promise<Invited> {
  const { db, now } = context;
  const { customer_id, plant_ids, email } = invitation;
  try {
    const id = await insertUser(db, invitation, now());
    const detail = { user_id: id, role, plant_ids };
    await writeAuditEntry(context, db, { action: "user_created", customer_id, detail });
    return { id, email };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const values = { value: email };
    throw failure("FILE_REFUSED", placed({ reason: "users_taken", field: "email", values, line }));
  }
}
