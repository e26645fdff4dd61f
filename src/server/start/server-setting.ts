// Settings of rented servers.
import { z } from "zod";
import { address, integer, optional, row } from "./setting-kind.ts";

export const serverSettings = {
  gpu_cloud_key: row({
    name: "GPU_CLOUD_KEY",
    fallback: "",
    meaning:
      "API key of RunPod, for rented GPU servers. Without it, servers are imitated, and in production there are none.",
    secret: true,
    schema: optional(z.string().regex(/^[\x21-\x7e]+$/, "must be one word")),
  }),
  gpu_cloud_url: row({
    name: "GPU_CLOUD_URL",
    fallback: "https://api.runpod.io",
    meaning: "Address of the RunPod API, version 2.",
    schema: address("http", "https").transform((url) => url.replace(/\/+$/, "")),
  }),
  gpu_cloud_seconds: row({
    name: "GPU_CLOUD_SECONDS",
    fallback: "20",
    meaning: "Longest wait in seconds for one answer of the RunPod API.",
    schema: integer(1, 300),
  }),
} as const;
