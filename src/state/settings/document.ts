// Documentation files.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { addressOf } from "../../client/address.ts";
import type { Document, DocumentChanges, DocumentUpload } from "../../domain/provider/document.ts";
import { records } from "./record.ts";
import { saveSigned } from "../shell/save-file.ts";
import { send } from "../import/sending.ts";
import { showFault } from "../shell/toast.ts";

type Sent = DocumentChanges & { readonly file?: DocumentUpload["file"] };

export const documentRecords = records<Document, Sent>({
  key: "documents",
  permission: api.document.list.permission,
  load: (options) => call(api.document.list, {}, options),
  create({ file, ...fields }) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    if (file) body.append("file", file);
    return send(api.document.upload, body);
  },
  change: (id, body) => call(api.document.update, { params: { id }, body }),
  remove: (id) => call(api.document.remove, { params: { id } }),
  preview: (row, changes) => ({ ...row, ...changes }),
  name: ({ title }) => title,
  words: { created: "document:created", changed: "document:changed", removed: "document:removed" },
});

/** Downloads a document; shows an error where that fails. */
export async function downloadDocument(id: number): Promise<void> {
  try {
    await saveSigned(addressOf(api.document.download, { params: { id } }));
  } catch (cause) {
    showFault(cause);
  }
}
