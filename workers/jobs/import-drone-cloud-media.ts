// Copies files of a flight on the drone cloud platform to an analysis.
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { mediaImportTask } from "../../src/domain/flight/flown/drone-cloud.ts";
import { idShape } from "../../src/domain/id.ts";
import { importMedia } from "../../src/server/flight/media-import.ts";
import { defineJob } from "../../src/server/job/job.ts";

export const importDroneCloudMedia = defineJob({
  name: mediaImportTask,
  input: z.object({
    analysis_id: idShape,
    customer_id: idShape,
    project: z.string(),
    task_id: z.string(),
    file_names: z.array(z.string()),
  }),
  async run(services, input, progress, { task_id: own_task_id, account_id, signal }) {
    const { analysis_id, customer_id, project, task_id, file_names } = input;
    const cloud = services.droneClouds(customer_id)?.cloud;
    if (!cloud) throw failure("CONFLICT", { reason: "drone_cloud_off" });
    const wanted = new Set(file_names);
    const reason = "media_copying";
    await progress.step(0, wanted.size, { reason, values: { count: wanted.size } });
    const media = (await cloud.media(project, task_id)).filter(({ name }) => wanted.has(name));
    const added = await importMedia(services, {
      analysis_id,
      account_id,
      request_id: `task ${own_task_id}`,
      cloud,
      media,
      onFile(done) {
        signal.throwIfAborted();
        return progress.step(done, wanted.size);
      },
    });
    return { count: added.length };
  },
});
