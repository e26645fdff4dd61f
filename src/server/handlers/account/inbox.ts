// The viewer's inbox and its settings.
import { inboxApi } from "../../../api/account/inbox.ts";
import type { Inbox, InboxNotified, InboxSettings } from "../../../domain/inbox/inbox.ts";
import type { OwnerContext } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { readInbox } from "../../inbox/inbox.ts";
import * as store from "../../store/inbox/inbox.ts";

const ownAccount = "The viewer's own account is not visible while staff act for a customer.";

export const inboxHandlers: Handlers<typeof inboxApi> = {
  list: { needsOwner: ownAccount, answer: (context) => answerOf(context) },

  markRead: {
    needsOwner: ownAccount,
    async answer(context, { body: { keys } }) {
      const { ownerDb, viewer, now } = context;
      await store.addReadKeys(ownerDb, viewer.account_id, keys, now());
      return answerOf(context);
    },
  },

  settings: {
    needsOwner: ownAccount,
    answer: async (context) =>
      notified(context, await store.readInboxSettings(context.ownerDb, context.viewer.account_id)),
  },

  storeSettings: {
    needsOwner: ownAccount,
    async answer(context, { body }) {
      const { ownerDb, viewer, now } = context;
      await store.storeInboxSettings(ownerDb, viewer.account_id, body, now());
      return notified(context, body);
    },
  },
};

function notified({ settings }: OwnerContext, ways: InboxSettings): InboxNotified {
  const { digest_hour, digest_zone } = settings;
  return { ways, digest_hour, digest_zone };
}

async function answerOf(context: OwnerContext): Promise<Inbox> {
  const { ownerDb, viewer } = context;
  const settings = await store.readInboxSettings(ownerDb, viewer.account_id);
  const entries = await readInbox(context, settings);
  return { entries, unread: entries.filter(({ is_read }) => !is_read).length };
}
