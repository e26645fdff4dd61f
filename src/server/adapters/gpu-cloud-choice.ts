// Opens the GPU cloud of the settings.

import type { Settings } from "../start/settings.ts";
import type { GpuCloudAdapter } from "./gpu-cloud.ts";
import { openLocalGpuCloud } from "./gpu-cloud-local.ts";
import { openRunpod } from "./gpu-cloud-runpod.ts";

/** Opens the cloud of the settings; null in production without a key. */
export function openGpuCloud(
  settings: Pick<Settings, "gpu_cloud_key" | "gpu_cloud_url" | "gpu_cloud_seconds" | "production">,
): GpuCloudAdapter | null {
  const { gpu_cloud_key: key, gpu_cloud_url: url, gpu_cloud_seconds: seconds } = settings;
  if (key !== null) return openRunpod({ key, url, timeoutMs: seconds * 1000 });
  return settings.production ? null : openLocalGpuCloud();
}
