// The notes of a release, and the e-mails about it.
import { releaseMailApi } from "../../../api/provider/release-mail.ts";
import { noteTypeOf } from "../../../domain/analysis/release-mail.ts";
import { safeFileName } from "../../../domain/provider/document.ts";
import { failure } from "../../../domain/error.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { sendReleaseMail } from "../../mail/release-mail.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { lockAnalysis } from "../../store/plant/column/column.ts";
import * as store from "../../store/plant/analysis/release-mail.ts";
import { readResultViewers } from "../../store/plant/analysis/result-viewer.ts";
import { receiveFile } from "../../upload/single-upload.ts";

export const releaseMailHandlers: Handlers<typeof releaseMailApi> = {
  async readNotes({ db }, { analysis }) {
    const note = await store.readNote(db, analysis.id);
    if (note === null) return null;
    const { object: _, ...shown } = note;
    return shown;
  },

  async writeNotes(context, { analysis, parts }) {
    const { files, viewer } = context;
    let head: Uint8Array = new Uint8Array();
    const replaced = await receiveFile(files, parts, {
      folder: "release-note",
      fields: [],
      headRefusal(bytes) {
        head = bytes;
        return null;
      },
      save({ object, bytes, file_name: sentName }) {
        const file_name = safeFileName(sentName);
        const found = noteTypeOf(file_name, head);
        if ("refusal" in found)
          throw failure("FILE_REFUSED", { ...found.refusal, file: file_name });
        const row = {
          analysis_id: analysis.id,
          file_name,
          content_type: found.type,
          object,
          bytes,
          created_by: viewer.account_id,
        };
        return changeWithAudit(
          context,
          async (db) => {
            requireFound(await lockAnalysis(db, analysis.id));
            return store.storeNote(db, row);
          },
          () => ({
            action: "upload_release_notes",
            detail: { analysis_id: analysis.id, file_name },
          }),
        );
      },
    });
    if (replaced !== null) await files.remove(replaced);
    const { object: _, ...shown } = requireFound(await store.readNote(context.db, analysis.id));
    return shown;
  },

  async notesFile({ db, files }, { analysis }) {
    const { object, file_name, bytes } = requireFound(await store.readNote(db, analysis.id));
    return {
      content_type: "application/octet-stream",
      file_name,
      bytes,
      body: await files.stream(object),
    };
  },

  listUsers: ({ db }, { plant }) => readResultViewers(db, plant.customer_id, plant.id),

  send: {
    needsOwner: "reads the customer's branding and the recipients' languages",
    async answer(context, { analysis, plant, body }) {
      refuse(releaseMailApi.send, context.viewer, analysis);
      await sendReleaseMail(context, analysis, plant, body.recipient_user_ids);
      return store.listMails(context.db, analysis.id);
    },
  },

  listSent: ({ db }, { analysis }) => store.listMails(db, analysis.id),
};
