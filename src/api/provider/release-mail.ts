// The notes of a release, and the e-mails about it.
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { releaseViewerShape } from "../../domain/analysis/release-effect.ts";
import {
  analysisNoteShape,
  releaseMailFormShape,
  releaseMailRefusal,
  sentReleaseMailShape,
} from "../../domain/analysis/release-mail.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;
const params = idParams;
const sends = "RELEASE_ANALYSIS_RESULT";

export const releaseMailApi = {
  readNotes: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/release-notes",
    summary: "What file with notes the release has; null without one.",
    permission: "READ_RELEASE_NOTES",
    scope,
    params,
    answer: analysisNoteShape.nullable(),
    offline: "analyses",
  }),
  writeNotes: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/release-notes",
    summary: "Stores the notes of the release, a PDF or a text; they replace earlier ones.",
    permission: sends,
    scope,
    params,
    bodyKind: "multipart",
    maxBytes: limits.documentBytes,
    answer: analysisNoteShape,
  }),
  notesFile: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/release-notes/file",
    summary: "The file with the notes, as a download.",
    permission: "READ_RELEASE_NOTES",
    scope,
    params,
    answerKind: "bytes",
    download: "file",
  }),
  listUsers: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/release-notes-users",
    summary: "The users who see the results, and which of them the customer wants to be informed.",
    permission: sends,
    scope,
    params,
    answer: z.array(releaseViewerShape),
  }),
  send: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/send-release-mail",
    summary: "Sends the e-mail about the release, to each recipient once per release.",
    permission: sends,
    refusal: (_, analysis: Pick<Analysis, "visibility">) => releaseMailRefusal(analysis),
    scope,
    params,
    body: releaseMailFormShape,
    answer: z.array(sentReleaseMailShape),
  }),
  listSent: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/sent-release-mails",
    summary: "The e-mails about releases of the analysis, newest first.",
    permission: sends,
    scope,
    params,
    answer: z.array(sentReleaseMailShape),
  }),
};
