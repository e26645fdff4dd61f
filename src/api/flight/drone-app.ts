// The drone app and its packages.
import { z } from "zod";
import {
  droneAppShape,
  packageRefusal,
  seriesShape,
  versionShape,
} from "../../domain/provider/drone-app.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { exactLineShape } from "../../domain/text.ts";

export const droneAppApi = {
  downloadUrl: endpoint({
    method: "GET",
    path: "/drone-app-download-url/{model}",
    summary:
      "Address of the drone app for a model, valid for ten minutes; null if none was uploaded.",
    public: true,
    permission: null,
    scope: null,
    params: z.object({ model: exactLineShape.min(1).max(100) }),
    answer: z.object({ url: z.string().nullable(), version: z.string().nullable() }),
  }),
  download: endpoint({
    method: "GET",
    path: "/drone-app/{series}/{version}",
    summary: "A package of the drone app. The address needs its URL token.",
    public: true,
    signed: true,
    permission: null,
    scope: null,
    params: z.object({ series: seriesShape, version: versionShape }),
    answerKind: "bytes",
  }),
  list: endpoint({
    method: "GET",
    path: "/auth/drone-apps",
    summary: "All packages of the drone app, newest first.",
    permission: "READ_DRONE_MODEL",
    scope: null,
    answer: z.array(droneAppShape),
  }),
  upload: endpoint({
    method: "POST",
    path: "/auth/drone-app",
    summary: "Uploads a package: the fields series and version, then the file.",
    permission: "UPDATE_DRONE_MODEL",
    refusal: (_, file?: { readonly head: Uint8Array }) => (file ? packageRefusal(file.head) : null),
    refusalCode: "FILE_REFUSED",
    scope: null,
    bodyKind: "multipart",
    maxBytes: limits.droneAppBytes,
    answer: droneAppShape,
  }),
};
