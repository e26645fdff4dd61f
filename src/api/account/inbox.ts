// The inbox of the viewer: what concerns them, and how they are notified.
import {
  inboxNotifiedShape,
  inboxSettingsShape,
  inboxShape,
  readKeysShape,
} from "../../domain/inbox/inbox.ts";
import { endpoint } from "../endpoint.ts";

const reads = "READ_FINDING";

export const inboxApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/inbox",
    summary: "What others did that concerns the viewer, and what is due, newest first.",
    permission: reads,
    scope: null,
    answer: inboxShape,
  }),
  markRead: endpoint({
    method: "POST",
    path: "/auth/inbox/read",
    summary: "Marks entries of the viewer's inbox as read.",
    permission: reads,
    scope: null,
    body: readKeysShape,
    answer: inboxShape,
  }),
  settings: endpoint({
    method: "GET",
    path: "/auth/inbox/settings",
    summary: "How the viewer is notified of each kind of entry, and when the daily mail is sent.",
    permission: reads,
    scope: null,
    answer: inboxNotifiedShape,
  }),
  storeSettings: endpoint({
    method: "POST",
    path: "/auth/inbox/settings",
    summary: "Stores how the viewer is notified; mails begin with what happens from now on.",
    permission: reads,
    scope: null,
    body: inboxSettingsShape,
    answer: inboxNotifiedShape,
  }),
};
