// The drone app: public download of packages, upload by staff.
import { droneAppApi } from "../../../api/flight/drone-app.ts";
import { ruleRefusalOf } from "../../../api/refusal.ts";
import {
  apkType,
  appVersionRefusal,
  packageName,
  seriesShape,
} from "../../../domain/provider/drone-app.ts";
import { shippedModelOf } from "../../../domain/provider/shipped-drone-model.ts";
import { failure } from "../../../domain/error.ts";
import type { Handlers } from "../../implement.ts";
import { requireFound } from "../../implement.ts";
import { receiveFile } from "../../upload/single-upload.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/drone-app.ts";

const isPublic = "The call is public, so there is no viewer.";

/** A published version never changes: phones would not see it as an update. */
const versionTaken = {
  drone_app_version: { reason: "app_version_taken", field: "version" },
};

export const droneAppHandlers: Handlers<typeof droneAppApi> = {
  downloadUrl: {
    needsOwner: isPublic,
    async answer({ ownerDb, signUrl }, { params: { model } }) {
      const series = requireFound(
        await store.readSeries(ownerDb, shippedModelOf(model)?.key ?? model),
      );
      const app = await store.findDroneApp(ownerDb, series);
      if (app === null) return { url: null, version: null };
      const url = signUrl(`/api/drone-app/${series}/${encodeURIComponent(app.version)}`);
      return { url, version: app.version };
    },
  },

  download: {
    needsOwner: isPublic,
    async answer({ ownerDb, files }, { params: { series, version } }) {
      const { object, bytes } = requireFound(await store.findDroneApp(ownerDb, series, version));
      return {
        content_type: apkType,
        file_name: packageName(series, version),
        bytes,
        body: await files.stream(object),
      };
    },
  },

  list: ({ db }) => store.readDroneApps(db),

  async upload(context, { parts }) {
    const id = await receiveFile(context.files, parts, {
      folder: "drone-app",
      fields: ["series", "version"],
      headRefusal: (head) => ruleRefusalOf(droneAppApi.upload, context.viewer, { head }),
      async save({ object, bytes, fields }) {
        const series = seriesShape.safeParse(fields.series);
        if (!series.success) {
          const values = { offered: seriesShape.options.join(", ") };
          throw failure("BAD_REQUEST", { reason: "field_not_offered", field: "series", values });
        }
        const version = (fields.version ?? "").trim();
        const refusal = appVersionRefusal(version);
        if (refusal) throw failure("BAD_REQUEST", refusal);
        const row = { series: series.data, version, object, bytes };
        const detail = { series: series.data, version };
        return changeWithAudit(
          context,
          (db) => refuseViolation(versionTaken, () => store.insertDroneApp(db, row)),
          () => ({ action: "upload_drone_app", detail }),
        );
      },
    });
    return requireFound((await store.readDroneApps(context.db)).find((app) => app.id === id));
  },
};
