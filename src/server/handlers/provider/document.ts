// Documents: uploaded, listed, downloaded, changed, deleted.
import { documentApi } from "../../../api/provider/document.ts";
import {
  documentChanges,
  documentChangesShape,
  fileNameRefusal,
  safeFileName,
  type DocumentChanges,
} from "../../../domain/provider/document.ts";
import { failure } from "../../../domain/error.ts";
import { parsePart } from "../../http/parse.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { receiveFile } from "../../upload/single-upload.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/provider/document.ts";

export const documentHandlers: Handlers<typeof documentApi> = {
  list: ({ db, viewer }) => store.readDocuments(db, viewer),

  async upload(context, { parts }) {
    const { db, viewer, files } = context;
    const id = await receiveFile(files, parts, {
      folder: "document",
      fields: ["title", "file_name", "description", "is_protected"],
      save({ object, bytes, fields, file_name: sentName }) {
        const file_name = fields.file_name?.trim() || safeFileName(sentName);
        const form = parsePart(documentChangesShape, {
          ...fields,
          file_name,
          title: fields.title?.trim() || file_name,
          is_protected: flag(fields.is_protected),
        }) as DocumentChanges;
        checkName(form);
        refuse(documentApi.upload, viewer, form);
        const row = {
          title: form.title ?? file_name,
          file_name,
          description: form.description ?? "",
          is_protected: form.is_protected ?? false,
          object,
          bytes,
          created_by: viewer.account_id,
        };
        const { title, is_protected } = row;
        return changeWithAudit(
          context,
          (transaction) => store.insertDocument(transaction, row),
          (document_id) => ({
            action: "upload_document",
            detail: { document_id, title, file_name, is_protected },
          }),
        );
      },
    });
    return requireFound(await store.readDocument(db, viewer, id));
  },

  async download({ db, viewer, files }, { params }) {
    const { object, file_name, bytes } = requireFound(
      await store.readDocumentObject(db, viewer, params.id),
    );
    return {
      // One type for all files, so that the browser saves them and opens none.
      content_type: "application/octet-stream",
      file_name,
      bytes,
      body: await files.stream(object),
    };
  },

  async update(context, { params: { id }, body }) {
    const { db, viewer } = context;
    checkName(body);
    refuse(documentApi.update, viewer, body);
    const stored = requireFound(await store.readDocument(db, viewer, id));
    const changes = documentChanges(stored, { ...stored, ...body });
    if (changes === null) return stored;
    const { title, file_name, is_protected } = { ...stored, ...changes };
    await changeWithAudit(
      context,
      (transaction) => store.updateDocument(transaction, id, changes),
      () => ({
        action: "update_document",
        detail: { document_id: id, title, file_name, is_protected },
      }),
    );
    return requireFound(await store.readDocument(db, viewer, id));
  },

  async remove(context, { params: { id } }) {
    const object = await changeWithAudit(
      context,
      (db) => store.deleteDocument(db, id),
      () => ({ action: "delete_document", detail: { document_id: id } }),
    );
    if (object !== null) await context.files.remove(object);
    return { done: true };
  },
};

/** @throws BAD_REQUEST for an invalid file name */
function checkName(form: DocumentChanges): void {
  const refusal = form.file_name === undefined ? null : fileNameRefusal(form.file_name);
  if (refusal) throw failure("BAD_REQUEST", refusal);
}

function flag(text = ""): boolean {
  if (["1", "true"].includes(text)) return true;
  if (["", "0", "false"].includes(text)) return false;
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: "is_protected" });
}
