// Rented GPU servers.
import { z } from "zod";
import {
  changeGpuServerRefusal,
  gpuOfferShape,
  gpuServerChangesShape,
  gpuServerFormShape,
  gpuServerIdShape,
  gpuServerShape,
  gpuServersShape,
  networkVolumeShape,
  serversRefusal,
  startGpuServerRefusal,
  stopGpuServerRefusal,
  terminateGpuServerRefusal,
} from "../../domain/provider/gpu-server.ts";
import type { ViewerFacts } from "../../domain/account/viewer.ts";
import { endpoint } from "../endpoint.ts";

/** Servers belong to the provider. */
const forStaff = (viewer: ViewerFacts) => serversRefusal(viewer);

export const gpuServerApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/gpu-servers",
    summary: "All rented GPU servers with their cost per hour.",
    permission: "READ_RUNPOD_SERVER",
    refusal: forStaff,
    scope: null,
    answer: gpuServersShape,
  }),
  offer: endpoint({
    method: "GET",
    path: "/auth/gpu-servers/offer",
    summary: "GPU types, processor types and templates that can be rented, with prices.",
    permission: "READ_RUNPOD_SERVER",
    refusal: forStaff,
    scope: null,
    answer: gpuOfferShape,
  }),
  networkVolumes: endpoint({
    method: "GET",
    path: "/auth/gpu-servers/network-volumes",
    summary: "Network volumes that a GPU server can use.",
    permission: "READ_RUNPOD_SERVER",
    refusal: forStaff,
    scope: null,
    answer: z.array(networkVolumeShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/gpu-server",
    summary: "Rents a GPU server.",
    permission: "CREATE_RUNPOD_SERVER",
    refusal: forStaff,
    scope: null,
    body: gpuServerFormShape,
    answer: gpuServerShape,
  }),
  start: endpoint({
    method: "POST",
    path: "/auth/gpu-server/{gpu_server}/start",
    summary: "Starts a stopped GPU server.",
    permission: "START_RUNPOD_SERVER",
    refusal: startGpuServerRefusal,
    scope: null,
    params: gpuServerIdShape,
    answer: gpuServerShape,
  }),
  stop: endpoint({
    method: "POST",
    path: "/auth/gpu-server/{gpu_server}/stop",
    summary: "Stops a GPU server. Its disk stays.",
    permission: "STOP_RUNPOD_SERVER",
    refusal: stopGpuServerRefusal,
    scope: null,
    params: gpuServerIdShape,
    answer: gpuServerShape,
  }),
  terminate: endpoint({
    method: "POST",
    path: "/auth/gpu-server/{gpu_server}/terminate",
    summary: "Ends a GPU server with all that is on its disk.",
    permission: "TERMINATE_RUNPOD_SERVER",
    refusal: terminateGpuServerRefusal,
    scope: null,
    params: gpuServerIdShape,
    answer: z.object({ done: z.literal(true) }),
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/gpu-server/{gpu_server}",
    summary: "Changes name, disk and ports of a GPU server, or locks it.",
    permission: "UPDATE_RUNPOD_SERVER",
    refusal: changeGpuServerRefusal,
    scope: null,
    params: gpuServerIdShape,
    body: gpuServerChangesShape,
    answer: gpuServerShape,
  }),
};
