// Rented GPU servers: the type of the adapter. gpu-cloud-runpod.ts calls the cloud, gpu-cloud-local.ts replaces it in tests and demos.

import type {
  GpuOffer,
  GpuServer,
  GpuServerChanges,
  GpuServerForm,
  NetworkVolume,
} from "../../domain/provider/gpu-server.ts";

/**
 * Calls reject with UNAVAILABLE if the cloud does not answer, RESOURCE_NOT_FOUND for an unknown server, CONFLICT if
 * the cloud refuses, each with a reason for the user.
 */
export type GpuCloudAdapter = {
  list(): Promise<GpuServer[]>;
  read(id: string): Promise<GpuServer>;
  create(form: GpuServerForm): Promise<GpuServer>;
  start(id: string): Promise<GpuServer>;
  stop(id: string): Promise<GpuServer>;
  /** Ends the server with all that is on its disk. */
  terminate(id: string): Promise<void>;
  update(id: string, changes: GpuServerChanges): Promise<GpuServer>;
  /** What can be rented. */
  offer(): Promise<GpuOffer>;
  networkVolumes(): Promise<NetworkVolume[]>;
};
