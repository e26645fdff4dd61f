// Sends the invitations of many users while somebody waits for the answer.
import type { OwnerContext } from "../context.ts";
import { invite } from "./invitation.ts";

export type Invited = { readonly id: number; readonly email: string };

/** Invitations that are sent side by side: hosted mail servers refuse more connections than a few. */
const SENT_TOGETHER = 4;
/**
 * After this time no further one begins: enough for 200 mails of 0.9 seconds each. One mail takes a minute at most, so
 * the answer comes within two minutes.
 */
const SENDING_MS = 45_000;

/**
 * Answers the addresses that got no invitation, in the order of the users, who are stored and can be invited again. After
 * the first fault of the mail server itself nothing more is sent: two hundred users would wait for it one after another.
 * @param now milliseconds
 */
export async function inviteAll(
  context: OwnerContext,
  users: readonly Invited[],
  now: () => number = () => performance.now(),
): Promise<string[]> {
  const begun = now();
  const mailed = new Set<number>();
  let isReachable = true;
  for (let at = 0; at < users.length; at += SENT_TOGETHER) {
    if (!isReachable || now() - begun >= SENDING_MS) break;
    const sent = users.slice(at, at + SENT_TOGETHER).map(async ({ id }) => {
      const fate = await invite(context, id).then(
        (one) => one.mail,
        (error: unknown) => {
          context.log.error({ err: error, account_id: id }, "an invitation was not sent");
          return "refused" as const;
        },
      );
      if (fate === "sent") mailed.add(id);
      if (fate === "unreachable") isReachable = false;
    });
    await Promise.all(sent);
  }
  return users.filter(({ id }) => !mailed.has(id)).map(({ email }) => email);
}
