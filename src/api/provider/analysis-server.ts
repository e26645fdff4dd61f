// Analysis servers.
import { z } from "zod";
import {
  analysisServerShape,
  changeServerRefusal,
  removeServerRefusal,
  serverChangesShape,
  serverFormShape,
  startServerRefusal,
  stopServerRefusal,
  type AnalysisServer,
  type ServerChange,
} from "../../domain/provider/analysis-server.ts";
import { serversRefusal } from "../../domain/provider/gpu-server.ts";
import type { ViewerFacts } from "../../domain/account/viewer.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

export const analysisServerApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis-servers",
    summary: "All analysis servers with their states. Customers see none.",
    permission: "READ_QFLY_SERVER",
    scope: null,
    answer: z.array(analysisServerShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/analysis-server",
    summary: "Adds an analysis server, stopped.",
    permission: "UPDATE_QFLY_SERVER",
    refusal: (viewer: ViewerFacts) => serversRefusal(viewer),
    scope: null,
    body: serverFormShape,
    answer: analysisServerShape,
  }),
  start: endpoint({
    method: "POST",
    path: "/auth/analysis-server/{id}/start",
    summary: "Starts a stopped analysis server.",
    permission: "RUN_QFLY_SERVER",
    refusal: (_, server: Pick<AnalysisServer, "state" | "locked">) => startServerRefusal(server),
    scope: { analysis_server: "id" },
    params: idParams,
    answer: analysisServerShape,
  }),
  stop: endpoint({
    method: "POST",
    path: "/auth/analysis-server/{id}/stop",
    summary: "Stops an analysis server on which nothing is evaluated.",
    permission: "STOP_QFLY_SERVER",
    refusal: (_, server: Parameters<typeof stopServerRefusal>[0]) => stopServerRefusal(server),
    scope: { analysis_server: "id" },
    params: idParams,
    answer: analysisServerShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/analysis-server/{id}",
    summary: "Changes name, size and volume of a stopped analysis server, or locks it.",
    permission: "UPDATE_QFLY_SERVER",
    refusal: (_, change: ServerChange) => changeServerRefusal(change),
    scope: { analysis_server: "id" },
    params: idParams,
    body: serverChangesShape,
    answer: analysisServerShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/analysis-server/{id}",
    summary: "Deletes a stopped analysis server. Reports of its evaluations stay.",
    permission: "UPDATE_QFLY_SERVER",
    refusal: (_, server: Parameters<typeof removeServerRefusal>[0]) => removeServerRefusal(server),
    scope: { analysis_server: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
