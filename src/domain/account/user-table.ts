// Users of a customer as a table: one row each. All of them are invited, or none.
import type { Problem, Refusal } from "../error.ts";
import { limits } from "../limits.ts";
import {
  fieldOfHead,
  headsWith,
  plainText,
  readRecordRows,
  type FieldHeads,
  type RecordRow,
  type RecordRows,
} from "../table/record-rows.ts";
import type { HeadNames, Table } from "../table/table.ts";
import { invitationShape, userLocales, type Grant, type Invitation, type Locale } from "./user.ts";

export const userFields = ["email", "first_name", "last_name", "role", "locale", "plants"] as const;
type Field = (typeof userFields)[number];

const heads: FieldHeads<Field> = {
  email: [
    ..."e-mail,mail,email address,e-mail address,correo,correo electrónico".split(","),
    ..."correo electronico,endereço de e-mail,endereco de e-mail".split(","),
  ],
  first_name: "first name,firstname,given name,nombre,nome".split(","),
  last_name: "last name,lastname,surname,family name,apellidos,apellido,sobrenome".split(","),
  role: "rol,função,funcao".split(","),
  locale: "language,idioma".split(","),
  plants: "plant,plantas,planta,usinas,usina".split(","),
};
const allPlants = new Set(["all", "todas", "todos", "*"]);
const noPlants = new Set(["none", "ninguna", "nenhuma", "-"]);
const localeNames: Readonly<Record<Locale, readonly string[]>> = {
  en: ["english", "ingles"],
  es: ["spanish", "espanol", "espanhol"],
  pt: ["portuguese", "portugues"],
};

export const userHeads: HeadNames = headsWith(heads, "email");
export const userFieldOf = (head: string): Field | null => fieldOfHead(heads, head);

export type GrantedRole = Grant & { readonly id: number };

/** What the rows are judged by. */
export type UserTableFacts = {
  readonly customer_id: number;
  /** Of users without a column of the language. */
  readonly locale: Locale;
  /** By its key, or its name in a language of the product. */
  readonly roleOf: (text: string) => GrantedRole | undefined;
  /** Of users without a column of the role: the one with the fewest rights. */
  readonly usualRole: GrantedRole | undefined;
  /** Why the viewer cannot give the role with these plants, or null. */
  readonly grantRefusal: (role: GrantedRole, plant_ids: readonly number[] | null) => Refusal | null;
  /** The plants of the customer with this name (`plainText`) that the viewer sees. */
  readonly plantsOf: (name: string) => readonly number[];
  /** Whether a user that the viewer sees has the address, in lower case. */
  readonly isTaken: (email: string) => boolean;
  /** Seats of the customer that are taken, and all. */
  readonly seats: { readonly total: number; readonly max: number };
};

/** An invitation with the key of its role, and its line in the file. */
export type UserRow = {
  readonly invitation: Invitation;
  readonly role: string;
  readonly line: number;
};

export type ReadUsers = {
  readonly rows: readonly UserRow[];
  readonly problems: readonly Problem[];
  /** What the table does not say, and what is taken instead. */
  readonly notes: readonly Problem[];
};

export type UserRecords = RecordRows<Field>;

/** The rows of the table as they stand there; each `yield` is a pause. */
export function userRecords(table: Table): Generator<undefined, UserRecords> {
  const kind = { heads, first: "email", needed: ["email", "first_name", "last_name"] } as const;
  return readRecordRows<Field>(table, kind, limits.userFileRows);
}

/** The invitations of the rows, or everything that is wrong in them; each `yield` is a pause. */
export function* judgedUsers(
  read: UserRecords,
  facts: UserTableFacts,
): Generator<undefined, ReadUsers> {
  if (read.problems.length > 0) return { rows: [], problems: read.problems, notes: [] };
  const rows: UserRow[] = [];
  const problems: Problem[] = [];
  const lines = new Map<string, number>();
  for (const row of read.rows) {
    yield;
    const { line } = row;
    const one = invitationOf(row, facts);
    if ("reason" in one) {
      problems.push({ ...one, line });
      continue;
    }
    const { email } = one.invitation;
    const before = lines.get(email);
    const values = { value: email, line: before ?? 0 };
    if (before !== undefined)
      problems.push({ reason: "users_twice", field: "email", values, line });
    else if (facts.isTaken(email)) {
      problems.push({ reason: "users_taken", field: "email", values: { value: email }, line });
    }
    lines.set(email, before ?? line);
    rows.push({ ...one, line });
  }
  const free = Math.max(0, facts.seats.max - facts.seats.total);
  if (problems.length === 0 && rows.length > free) {
    const values = { wanted: rows.length, free, max: facts.seats.max };
    problems.push({ reason: "users_no_seats", values });
  }
  if (problems.length > 0) {
    return { rows: [], problems: problems.slice(0, limits.reportedProblems), notes: [] };
  }
  return { rows, problems, notes: notesOf(read.rows) };
}

function notesOf([first]: readonly RecordRow<Field>[]): Problem[] {
  const texts = first?.texts ?? {};
  const notes: Problem[] = [];
  if (texts.role === undefined) notes.push({ reason: "users_usual_role" });
  if (texts.plants === undefined) notes.push({ reason: "users_all_plants" });
  if (texts.locale === undefined) notes.push({ reason: "users_own_language" });
  return notes;
}

function invitationOf(
  { texts }: RecordRow<Field>,
  facts: UserTableFacts,
): Omit<UserRow, "line"> | Problem {
  const role = texts.role === undefined ? facts.usualRole : facts.roleOf(plainText(texts.role));
  if (!role) return fault("users_role", "role", texts.role);
  const plant_ids = plantIdsOf(texts.plants, facts);
  if (plant_ids !== null && "reason" in plant_ids) return plant_ids;
  const locale = texts.locale === undefined ? facts.locale : localeOf(plainText(texts.locale));
  if (!locale) return fault("users_language", "locale", texts.locale);
  const refusal = facts.grantRefusal(role, plant_ids);
  if (refusal) return { ...refusal, field: refusal.field === "plant_ids" ? "plants" : "role" };
  const { email = "", first_name = "", last_name = "" } = texts;
  const { customer_id } = facts;
  const form = { email, first_name, last_name, role_id: role.id, customer_id, plant_ids, locale };
  const parsed = invitationShape.safeParse(form);
  if (parsed.success) return { invitation: parsed.data, role: role.key };
  const field = String(parsed.error.issues[0]?.path[0] ?? "");
  const text = texts[field as Field] ?? "";
  return text === "" ? { reason: "field_missing", field } : fault("table_cell", field, text);
}

const fault = (reason: string, field: string, text = ""): Problem => ({
  reason,
  field,
  values: { value: text.slice(0, 80) },
});

function localeOf(text: string): Locale | undefined {
  const code = text.split("-")[0] ?? "";
  return userLocales.find((one) => one === code || localeNames[one].includes(text));
}

/** Names between ; or |, or between commas where the whole cell is no name. Null for all plants. */
function plantIdsOf(
  text: string | undefined,
  { plantsOf }: UserTableFacts,
): number[] | null | Problem {
  if (text === undefined) return null;
  const plain = plainText(text);
  // None or all: a blank cell says neither.
  if (plain === "") return { reason: "users_plants_blank", field: "plants" };
  if (plantsOf(plain).length === 0) {
    if (allPlants.has(plain)) return null;
    if (noPlants.has(plain)) return [];
  }
  const ids: number[] = [];
  const names = text.split(/[;|\n]/).flatMap((name) => {
    const isName = plantsOf(plainText(name)).length > 0;
    return isName ? [name] : name.split(",");
  });
  // A cell that repeats a name ten thousand times asks for it once.
  for (const name of new Set(names)) {
    if (name.trim() === "") continue;
    const [id, other] = plantsOf(plainText(name));
    if (id === undefined) return fault("users_plant_unknown", "plants", name.trim());
    if (other !== undefined) return fault("users_plant_unclear", "plants", name.trim());
    ids.push(id);
  }
  return [...new Set(ids)];
}

/** The addresses of the rows, in lower case. */
export const emailsOf = ({ rows }: UserRecords): string[] =>
  rows.flatMap(({ texts }) => texts.email?.toLowerCase() || []);
