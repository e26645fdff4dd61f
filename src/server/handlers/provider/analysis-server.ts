// Analysis servers.
import { analysisServerApi } from "../../../api/provider/analysis-server.ts";
import type { AnalysisServer } from "../../../domain/provider/analysis-server.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { startMachine, stopMachine } from "../../analysis/machine.ts";
import type { Context, Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/analysis-server.ts";

/** The unique index decides between two simultaneous requests. */
const nameConflict = {
  analysis_server_name_unique: { reason: "server_name_taken", field: "name" },
};

export const analysisServerHandlers: Handlers<typeof analysisServerApi> = {
  list: ({ db }) => store.readAnalysisServers(db),

  async create(context, { body }) {
    refuse(analysisServerApi.create, context.viewer);
    const id = await changeWithAudit(
      context,
      (db) => refuseViolation(nameConflict, () => store.insertAnalysisServer(db, body)),
      (analysis_server_id) => ({
        action: "create_analysis_server",
        detail: { analysis_server_id, name: body.name },
      }),
    );
    return readBack(context, id);
  },

  async start(context, { params: { id } }) {
    const server = await change(context, id, "start_analysis_server", async (db, found) => {
      refuse(analysisServerApi.start, context.viewer, found);
      await store.updateAnalysisServer(db, id, { state: "STARTING", for_evaluation: false });
    });
    await startMachine(context, server);
    return readBack(context, id);
  },

  async stop(context, { params: { id } }) {
    const server = await change(context, id, "stop_analysis_server", async (db, found) => {
      refuse(analysisServerApi.stop, context.viewer, found);
      await store.updateAnalysisServer(db, id, { state: "STOPPING" });
    });
    await stopMachine(context, server);
    return readBack(context, id);
  },

  async update(context, { params: { id }, body }) {
    const { volume_increase_gb = 0, ...changes } = body;
    await change(context, id, "update_analysis_server", async (db, found) => {
      refuse(analysisServerApi.update, context.viewer, { server: found, changes: body });
      const { size = found.size } = body;
      const volume_gb = found.volume_gb + volume_increase_gb;
      const isResized = size !== found.size || volume_increase_gb > 0;
      // Before the row: a machine that refuses leaves it as it was.
      if (isResized) await context.analysisServers.update(found, { size, volume_gb });
      await refuseViolation(nameConflict, () =>
        store.updateAnalysisServer(db, id, { ...changes, volume_gb }),
      );
    });
    return readBack(context, id);
  },

  async remove(context, { params: { id } }) {
    await change(context, id, "delete_analysis_server", async (db, found) => {
      refuse(analysisServerApi.remove, context.viewer, found);
      await store.removeAnalysisServer(db, id);
    });
    return { done: true };
  },
};

/** Changes the locked row, with an entry in the audit trail. Returns the server as it was. */
function change(
  context: Context,
  id: number,
  action: AuditAction,
  make: (db: Database, server: AnalysisServer) => Promise<void>,
): Promise<AnalysisServer> {
  return changeWithAudit(
    context,
    async (db) => {
      const server = requireFound(await store.lockAnalysisServer(db, id));
      await make(db, server);
      return server;
    },
    ({ name }) => ({ action, detail: { analysis_server_id: id, name } }),
  );
}

async function readBack({ db }: Context, id: number): Promise<AnalysisServer> {
  const servers = await store.readAnalysisServers(db);
  return requireFound(servers.find((server) => server.id === id));
}
