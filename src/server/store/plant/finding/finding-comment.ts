// Comments of findings, and whom they mention.
import { asc, desc, eq, inArray } from "drizzle-orm";
import type { FindingComment } from "../../../../domain/finding/finding-life.ts";
import type { Database } from "../../../context.ts";
import { findingComment, findingMention } from "../../schema/finding-life.ts";

type StoredComment = Omit<FindingComment, "user_name" | "mentions"> & {
  readonly finding_id: number;
};
const commentColumns = {
  id: findingComment.id,
  finding_id: findingComment.finding_id,
  message: findingComment.message,
  account_id: findingComment.account_id,
  created_at: findingComment.created_at,
};

/** Newest first. */
export function readComments(db: Database, finding_id: number): Promise<StoredComment[]> {
  return db
    .select(commentColumns)
    .from(findingComment)
    .where(eq(findingComment.finding_id, finding_id))
    .orderBy(desc(findingComment.id));
}

export async function readComment(db: Database, id: number): Promise<StoredComment | null> {
  const [row] = await db
    .select(commentColumns)
    .from(findingComment)
    .where(eq(findingComment.id, id));
  return row ?? null;
}

export async function insertComment(
  db: Database,
  row: { readonly finding_id: number; readonly account_id: number; readonly message: string },
  mentioned: readonly number[],
): Promise<number> {
  const [made] = await db.insert(findingComment).values(row).returning({ id: findingComment.id });
  if (!made) throw new Error("the comment was not stored");
  const comment_id = made.id;
  if (mentioned.length > 0) {
    await db
      .insert(findingMention)
      .values(mentioned.map((id) => ({ comment_id, user_id: id, account_id: id })));
  }
  return comment_id;
}

/** Whom the comments of a finding mention. */
export function readMentions(db: Database, finding_id: number) {
  const { comment_id, user_id, account_id } = findingMention;
  return db
    .select({ comment_id, user_id, account_id })
    .from(findingMention)
    .innerJoin(findingComment, eq(findingComment.id, comment_id))
    .where(eq(findingComment.finding_id, finding_id))
    .orderBy(asc(comment_id), asc(user_id));
}

export async function deleteComment(db: Database, id: number): Promise<void> {
  await db.delete(findingComment).where(inArray(findingComment.id, [id]));
}
