// Documentation files.
import { z } from "zod";
import {
  documentChangesShape,
  documentProtectionRefusal,
  documentShape,
} from "../../domain/provider/document.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

/** Users who can download a file need the list, so either permission is enough. */
const lists = { any: ["LIST_DOC_FILE", "DOWNLOAD_DOC_FILE"] } as const;

export const documentApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/doc-files",
    summary: "The documentation files; protected ones for super admins only.",
    permission: lists,
    scope: null,
    answer: z.array(documentShape),
  }),
  upload: endpoint({
    method: "POST",
    path: "/auth/doc-files",
    summary: "Uploads a file with title, file_name, description and is_protected as fields.",
    permission: "UPLOAD_DOC_FILE",
    refusal: documentProtectionRefusal,
    refusalCode: "PERMISSION_DENIED",
    scope: null,
    bodyKind: "multipart",
    maxBytes: limits.documentBytes,
    answer: documentShape,
  }),
  download: endpoint({
    method: "GET",
    path: "/auth/doc-file/{id}/download",
    summary: "The file, as a download.",
    permission: "DOWNLOAD_DOC_FILE",
    scope: { document: "id" },
    params: idParams,
    answerKind: "bytes",
    download: "file",
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/doc-file/{id}",
    summary: "Changes title, file name, description or protection.",
    permission: "UPDATE_DOC_FILE",
    refusal: documentProtectionRefusal,
    refusalCode: "PERMISSION_DENIED",
    scope: { document: "id" },
    params: idParams,
    body: documentChangesShape,
    answer: documentShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/doc-file/{id}",
    summary: "Deletes a documentation file.",
    permission: "DELETE_DOC_FILE",
    scope: { document: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
