// Uploads a package of the drone app, or shows the facts of an uploaded one.
import { useAtomValue, useSetAtom } from "jotai";
import { failure } from "../../domain/error.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Link } from "wouter";
import {
  appVersionRefusal,
  droneAppFormShape,
  packageName,
  type DroneApp,
} from "../../domain/provider/drone-app.ts";
import { appSeries, type AppSeries } from "../../domain/provider/drone-model.ts";
import { limits } from "../../domain/limits.ts";
import { droneAppRecords } from "../../state/settings/drone-app.ts";
import { formatBytes, formatDateTime, t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { FilePart } from "../record/file-part.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import css from "./drones.module.css";

type Props = { row: DroneApp | null; onClose: () => void };

export function AppForm({ row, onClose }: Props) {
  return row ? <AppFacts app={row} onClose={onClose} /> : <AppUpload onClose={onClose} />;
}

function AppFacts({ app, onClose }: { app: DroneApp; onClose: () => void }) {
  const facts = [
    ["series", t(`drone-app:series.${app.series}`)],
    ["file", packageName(app.series, app.version)],
    ["bytes", formatBytes(app.bytes)],
    ["created_at", formatDateTime(app.created_at)],
  ] as const;
  return (
    <RecordForm title={app.version} onClose={onClose}>
      <section className={css.facts}>
        <dl>
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{t(`drone:app.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className={css.unknown}>
        {t(app.is_current ? "drone:app.is_offered" : "drone:app.is_replaced")}
      </p>
      <Link href={`/download-${app.series}`}>{t("drone:app.page")}</Link>
    </RecordForm>
  );
}

function AppUpload({ onClose }: { onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const create = useSetAtom(droneAppRecords.create);
  const form = useRecordDraft({
    draft: { series: "sdk5" as AppSeries, version: "", file: null as File | null },
    shape: droneAppFormShape,
    refuse: ({ version, file }) => {
      const version_refusal = appVersionRefusal(version);
      const isTooLarge = file !== null && file.size > limits.droneAppBytes;
      return [...(version_refusal ? [version_refusal] : []), ...(isTooLarge ? [tooLarge] : [])];
    },
    async save(sent) {
      const head = new Uint8Array(await sent.file.slice(0, 4).arrayBuffer());
      const refusal = ask("droneApp.upload", { head });
      if (refusal) throw failure("FILE_REFUSED", refusal);
      const created = await create(sent);
      // The new package replaces the one offered before.
      await droneAppRecords.reload();
      return created;
    },
    isNew: true,
  });
  return (
    <RecordForm
      title={t("drone:app.new")}
      form={form}
      onClose={onClose}
      saveLabel={t("drone:app.upload")}
    >
      <RecordSection>
        <Select
          label={t("drone:app.series")}
          {...form.bind("series")}
          options={appSeries.map((id) => ({ id, label: t(`drone-app:series.${id}`) }))}
          isRequired
        />
        <TextField
          label={t("drone:app.version")}
          placeholder="2.4.0"
          {...form.bind("version")}
          maxLength={40}
          isRequired
        />
      </RecordSection>
      <FilePart
        {...form.bind("file")}
        label={t("drone:app.drop")}
        hint={t("drone:app.drop_hint", { most: formatBytes(limits.droneAppBytes) })}
        accept={[".apk"]}
      />
      <p className={css.unknown}>{t("drone:app.hint")}</p>
    </RecordForm>
  );
}

const tooLarge = {
  reason: "file_over_size",
  field: "file",
  values: { most: formatBytes(limits.droneAppBytes) },
};
