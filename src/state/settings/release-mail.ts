// What belongs to the release of an analysis: its notes, and the e-mails about it.
import { atom } from "jotai";
import { addressOf } from "../../client/address.ts";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queriesById, reload } from "../shell/query.ts";
import { saveSigned } from "../shell/save-file.ts";
import { showFault } from "../shell/toast.ts";

const keyOf = (id: number, part: string) => ["analysis", id, part];

/** The notes of an analysis by its id; `note` is null without any. */
export const releaseNoteOf = queriesById((id: number) => ({
  key: keyOf(id, "release-notes"),
  ask: async (options) => ({
    note: await call(api.releaseMail.readNotes, { params: { id } }, options),
  }),
}));

/** The users who see the results of an analysis once they are released. */
export const releaseUsersOf = queriesById((id: number) => ({
  key: keyOf(id, "release-users"),
  ask: (options) => call(api.releaseMail.listUsers, { params: { id } }, options),
}));

export const sentMailsOf = queriesById((id: number) => ({
  key: keyOf(id, "release-mails"),
  ask: (options) => call(api.releaseMail.listSent, { params: { id } }, options),
}));

/** Stores the notes; they replace earlier ones. Rejects with the refusal. */
export const uploadNotes = atom(null, async (_get, _set, id: number, file: File) => {
  const body = new FormData();
  body.append("file", file, file.name);
  const note = await call(api.releaseMail.writeNotes, { params: { id }, body });
  updateAnswer(keyOf(id, "release-notes"), () => ({ note }));
});

/** Downloads the notes; shows an error where that fails. */
export async function downloadNotes(id: number): Promise<void> {
  try {
    await saveSigned(addressOf(api.releaseMail.notesFile, { params: { id } }));
  } catch (cause) {
    showFault(cause);
  }
}

/** Sends the e-mail about the release. Rejects with the refusal. */
export const sendReleaseMail = atom(
  null,
  async (_get, _set, id: number, recipient_user_ids: readonly number[]): Promise<void> => {
    const body = { recipient_user_ids: [...recipient_user_ids] };
    try {
      await call(api.releaseMail.send, { params: { id }, body });
    } finally {
      void reload(keyOf(id, "release-mails"));
    }
  },
);
