// Files of a flight on the drone cloud platform: choose project, flight and files, then a task copies them.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { CloudDownload } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Task } from "../../../domain/analysis/task.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import {
  flightKey,
  flightMediaOf,
  importFlightMedia,
  mediaFlightsOf,
  mediaProjectsOf,
} from "../../../state/upload/media-import.ts";
import { siteClock, type SiteClock } from "../../../state/shell/site-clock.ts";
import { formatBytes, t } from "../../../state/shell/locale.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert, Progress, Skeleton } from "../../../ui/feedback.tsx";
import { Select } from "../../../ui/form/choice.tsx";
import { Checkbox } from "../../../ui/form/toggle.tsx";
import { usePending } from "../../pending.ts";
import { LoadFault } from "../../load-fault.tsx";
import css from "./files.module.css";

export function MediaImport({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const ask = useAtomValue(askAtom);
  const [isOpen, setOpen] = useState(false);
  const refusal = ask("flightExport.importMedia", analysis);
  if (refusal?.reason === "permission_missing") return null;
  if (!isOpen) {
    return (
      <div className={css.openCloud}>
        <Button
          icon={<CloudDownload size={14} aria-hidden="true" />}
          reason={reasonOf(refusal)}
          onPress={() => setOpen(true)}
        >
          {t("analysis-file:cloud.open")}
        </Button>
      </div>
    );
  }
  return (
    <section className={css.cloud} aria-label={t("analysis-file:cloud.title")}>
      <h3>{t("analysis-file:cloud.title")}</h3>
      <Projects id={id} clock={siteClock(analysis.time_zone)} />
      <div>
        <Button onPress={() => setOpen(false)}>{t("shell:close")}</Button>
      </div>
    </section>
  );
}

function Projects({ id, clock }: { id: number; clock: SiteClock }) {
  const projects = useAtomValue(mediaProjectsOf(id));
  const [chosen, choose] = useState<string | null>(null);
  if (projects.state === "failed") return <LoadFault fault={projects.fault} isSmall />;
  if (projects.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const { configured, project, projects: all } = projects.value;
  if (!configured) return <p>{t("refusal:drone_cloud_off")}</p>;
  const shown = chosen ?? project ?? all[0]?.id ?? null;
  return (
    <>
      <Select
        label={t("analysis-file:cloud.project")}
        value={shown}
        onChange={choose}
        options={all.map((one) => ({ id: one.id, label: one.name }))}
      />
      {shown === null ? null : <Flights key={shown} id={id} project={shown} clock={clock} />}
    </>
  );
}

type FlightsProps = { id: number; project: string; clock: SiteClock };

function Flights({ id, project, clock }: FlightsProps) {
  const flights = useAtomValue(mediaFlightsOf(flightKey(id, project)));
  const [chosen, choose] = useState<string | null>(null);
  if (flights.state === "failed") return <LoadFault fault={flights.fault} isSmall />;
  if (flights.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  if (flights.value.length === 0) return <p>{t("analysis-file:cloud.no_flights")}</p>;
  return (
    <>
      <Select
        label={t("analysis-file:cloud.flight")}
        value={chosen}
        onChange={choose}
        options={flights.value.map(({ id: flight, name, status, begin_at }) => ({
          id: flight,
          label: name,
          hint: [...(begin_at ? [clock.time(begin_at)] : []), status].join(" · "),
        }))}
      />
      {chosen === null ? null : <Media key={chosen} of={flightKey(id, project, chosen)} />}
    </>
  );
}

function Media({ of }: { of: string }) {
  const media = useAtomValue(flightMediaOf(of));
  const start = useSetAtom(importFlightMedia);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [task, setTask] = useState<Task | null>(null);
  const [isPending, whilePending] = usePending();
  if (media.state === "failed") return <LoadFault fault={media.fault} isSmall />;
  if (media.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const { media: files, expected_files, uploaded_files } = media.value;
  const open = files.filter(({ is_known }) => !is_known);
  const wanted = open.filter(({ name }) => !left.has(name)).map(({ name }) => name);
  const choose = (name: string, isOn: boolean) => {
    const others = [...left].filter((one) => one !== name);
    setLeft(new Set(isOn ? others : [...others, name]));
  };
  const send = async () => {
    await whilePending(async () => {
      const ended = await start(of, wanted, setTask);
      if (ended.state === "SUCCESSFUL") {
        showDone(t("analysis-file:cloud.done", { count: wanted.length }));
        setTask(null);
      }
    });
  };
  const { output } = task ?? {};
  return (
    <>
      {uploaded_files < expected_files ? (
        <Alert tone="info">
          <p>
            {t("analysis-file:cloud.on_the_way", {
              uploaded: uploaded_files,
              expected: expected_files,
            })}
          </p>
        </Alert>
      ) : null}
      {files.length === 0 ? <p>{t("analysis-file:cloud.no_files")}</p> : null}
      <ul className={css.cloudFiles} aria-label={t("analysis-file:cloud.files")}>
        {files.map(({ name, bytes, is_known }) => (
          <li key={name}>
            <Checkbox
              isSelected={!is_known && !left.has(name)}
              isDisabled={is_known || isPending}
              onChange={(isOn) => choose(name, isOn)}
            >
              {name}
            </Checkbox>
            <small>
              {is_known ? t("analysis-file:cloud.known") : bytes === null ? "" : formatBytes(bytes)}
            </small>
          </li>
        ))}
      </ul>
      {isPending ? (
        <Progress
          label={t("analysis-file:cloud.copying")}
          value={output && output.max_steps > 0 ? output.step / output.max_steps : null}
        />
      ) : null}
      {task?.state === "FAILED" ? (
        <Alert tone="danger">
          <p>{task.output.error}</p>
        </Alert>
      ) : null}
      <div>
        <Button
          kind="primary"
          isPending={isPending}
          isDisabled={wanted.length === 0}
          onPress={() => void send()}
        >
          {t("analysis-file:cloud.import", { count: wanted.length })}
        </Button>
      </div>
    </>
  );
}
