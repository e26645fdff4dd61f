// What the images of a survey show of the components: read, generated, and asked before images are deleted.
import { coverageApi } from "../../../api/flight/coverage.ts";
import { componentCountsOf } from "../../../domain/component/component-index.ts";
import { coverageRules, coveredTypes } from "../../../domain/coverage/coverage-rule.ts";
import { dronesFlown } from "../../../domain/coverage/drone-coverage.ts";
import { judgingImages } from "../../../domain/coverage/coverage-images.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { unseenWithout } from "../../analysis/coverage.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { lockAnalysis } from "../../store/plant/column/column.ts";
import {
  coverageBasis,
  launchCoverage,
  listCoverageColumns,
  readCoverageBasis,
  readCoverageImages,
  readCoveragePlant,
  readCoverageTask,
  readDroneImages,
} from "../../store/plant/flight/coverage.ts";
import { readDrones } from "../../store/provider/drone.ts";
import { readTwin } from "../../store/plant/twin.ts";
import { requireTaskRoom } from "../../store/unfinished-task.ts";

export const coverageHandlers: Handlers<typeof coverageApi> = {
  async read({ db }, { analysis: { id }, plant }) {
    const [facts, images, columns, twin, last, task_id] = [
      requireFound(await readCoveragePlant(db, id)),
      await readCoverageImages(db, id),
      await listCoverageColumns(db, id),
      await readTwin(db, plant.id),
      await readCoverageBasis(db, id),
      await readCoverageTask(db, id),
    ];
    const countOf = componentCountsOf(twin);
    const levels = coveredTypes.flatMap((component_type) => {
      const figure = keyFigureByKey(`${coverageRules[component_type].prefix}_coverage`);
      const column = columns.find(({ key_figure_id }) => key_figure_id === figure?.id);
      if (!figure || column?.summary.kind !== "u8") return [];
      const [valid = 0, valid_with_note = 0, not_inspected = 0] = column.summary.histogram;
      const component_count = countOf(component_type);
      const counts = { component_count, valid, valid_with_note, not_inspected };
      return [{ component_type, key_figure_id: figure.id, ...counts }];
    });
    const is_current = twin !== null && last?.basis === coverageBasis(images, twin, facts);
    return {
      usable: judgingImages(images, facts).length,
      uploaded: images.length,
      generated_at: levels.length > 0 ? (last?.finished_at ?? null) : null,
      is_current: levels.length > 0 && is_current,
      task_id,
      levels,
    };
  },

  async drones({ db, viewer }, { analysis: { id, drone_id }, plant }) {
    const [facts, images, twin, last, drones, counts] = [
      requireFound(await readCoveragePlant(db, id)),
      await readCoverageImages(db, id),
      await readTwin(db, plant.id),
      await readCoverageBasis(db, id),
      await readDrones(db, viewer),
      await readDroneImages(db, id),
    ];
    const is_current = twin !== null && last?.basis === coverageBasis(images, twin, facts);
    const chosen = drones.find((drone) => drone.id === drone_id);
    return {
      drones: dronesFlown({
        images: counts,
        drones,
        chosen_id: drone_id,
        seen: last?.by_drone ?? null,
        componentsOf: componentCountsOf(twin),
      }),
      chosen: chosen ? { drone_id: chosen.id, drone_name: chosen.internal_identifier } : null,
      is_current,
    };
  },

  async generate(context, { analysis, plant }) {
    refuse(coverageApi.generate, context.viewer, { analysis, plant });
    const { id: analysis_id } = analysis;
    const { viewer } = context;
    const { account_id } = viewer;
    const task_id = await changeWithAudit(
      context,
      async (db) => {
        requireFound((await lockAnalysis(db, analysis_id)) ?? null);
        const launched = await launchCoverage(db, { analysis_id, account_id });
        await requireTaskRoom(db, viewer);
        return launched;
      },
      (id) => ({ action: "generate_coverage", detail: { analysis_id, task_id: id } }),
    );
    return { task_id };
  },

  unseen: (context, { analysis, body: { file_names } }) =>
    unseenWithout(context, analysis.id, file_names),
};
