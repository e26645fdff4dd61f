// Answers to changes, kept for a moment for a browser that has lost one. All servers read and write them.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { limits } from "../../../domain/limits.ts";
import type { Database } from "../../context.ts";
import { keptAnswer } from "../schema/account.ts";

/** What names an attempt: the token of its session, and the ID that the browser has made for it. */
export type Attempt = { readonly token: string; readonly id: string };

/** A change that runs for longer holds its claim for this long after a crash of its server. */
const claimMs = 60 * 60_000;

/** The hash names the attempt in the database: who reads it there can neither ask nor open the answer. */
const nameOf = ({ token, id }: Attempt) => createHash("sha256").update(`${token} ${id}`).digest();

const ago = (ms: number) => sql`now() - ${`${ms} milliseconds`}::interval`;

/**
 * False where the attempt was begun before, here or by another server.
 * @param request hash of what is asked
 */
export async function claimAttempt(
  db: Database,
  attempt: Attempt,
  request: Buffer,
): Promise<boolean> {
  const made = await db
    .insert(keptAnswer)
    .values({ id: nameOf(attempt), request })
    .onConflictDoNothing()
    .returning({ id: keptAnswer.id });
  return made.length === 1;
}

/** Forgets an attempt that changed nothing: it may be made again. */
export async function dropAttempt(db: Database, attempt: Attempt): Promise<void> {
  await db.delete(keptAnswer).where(eq(keptAnswer.id, nameOf(attempt)));
}

/** Keeps the answer. Without one it is still known that the change was made. */
export async function keepAnswer(
  db: Database,
  attempt: Attempt,
  answer: Buffer | null,
): Promise<void> {
  const sealed = answer && seal(attempt, answer);
  await db
    .update(keptAnswer)
    .set({ sealed, is_done: true, at: sql`now()` })
    .where(eq(keptAnswer.id, nameOf(attempt)));
}

export type Kept = {
  readonly is_done: boolean;
  /** Hash of what was asked; null where an older version has begun it. */
  readonly request: Buffer | null;
  readonly answer: Buffer | null;
};

/** What is known of an attempt; null where it is unknown or too old. */
export async function readKept(db: Database, attempt: Attempt): Promise<Kept | null> {
  const [row] = await db
    .select({
      is_done: keptAnswer.is_done,
      request: keptAnswer.request,
      sealed: keptAnswer.sealed,
    })
    .from(keptAnswer)
    .where(eq(keptAnswer.id, nameOf(attempt)));
  if (!row) return null;
  const { is_done, request, sealed } = row;
  return { is_done, request, answer: sealed && open(attempt, sealed) };
}

/** Deletes answers that no browser asks for any more, and claims of servers that have crashed. */
export async function sweepKept(db: Database): Promise<void> {
  await db
    .delete(keptAnswer)
    .where(
      or(
        and(eq(keptAnswer.is_done, true), lt(keptAnswer.at, ago(limits.keptAnswerMs))),
        lt(keptAnswer.at, ago(claimMs)),
      ),
    );
}

const NONCE = 12;
const TAG = 16;
/** An answer may hold a secret: only the token, which is not stored, opens it. */
const keyOf = ({ token, id }: Attempt) =>
  Buffer.from(hkdfSync("sha256", token, id, "kept answer", 32));

function seal(attempt: Attempt, answer: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", keyOf(attempt), nonce);
  const sealed = Buffer.concat([cipher.update(answer), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function open(attempt: Attempt, sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(attempt), sealed.subarray(0, NONCE));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}
