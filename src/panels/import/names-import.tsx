// Names of trackers or SCAs from a file with shapes: read, shown, then written.
import { useAtomValue, useSetAtom } from "jotai";
import { geoEndings } from "../../domain/geometry/geo-file.ts";
import type { Nomenclature } from "../../domain/twin/nomenclature.ts";
import {
  forgetNames,
  nomenclatureAtom,
  readNames,
  renameComponents,
} from "../../state/import/names-import.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { usePending } from "../pending.ts";
import { ProblemList } from "../file-preview/problem-list.tsx";
import css from "./import.module.css";
import { TwinNotes } from "./twin-notes.tsx";

/** Rows of the table; a file can have thousands. */
const SHOWN = 100;

export function NamesImport() {
  const read = useAtomValue(nomenclatureAtom);
  const choose = useSetAtom(readNames);
  const forget = useSetAtom(forgetNames);
  if (read.state === "loading") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (read.state === "failed") {
    return (
      <ErrorState
        {...faultWords(read.fault)}
        actions={<Button onPress={forget}>{t("import:names.other_file")}</Button>}
      />
    );
  }
  if (read.state === "ready") return <Preview found={read.value} onBack={forget} />;
  return (
    <>
      <p className={css.hint}>{t("import:names.hint")}</p>
      <FileDrop
        label={t("import:names.drop")}
        hint={t("import:names.kinds")}
        buttonLabel={t("import:choose")}
        accept={geoEndings}
        many={false}
        onFiles={([file]) => file && void choose(file)}
      />
    </>
  );
}

function Preview({ found, onBack }: { found: Nomenclature; onBack: () => void }) {
  const rename = useSetAtom(renameComponents);
  const [isPending, whilePending] = usePending();
  const { component_type, renames } = found;
  const count = renames.length;
  const save = async () => {
    await whilePending(async () => {
      showDone(t("import:names.done", { count: await rename(found) }));
    });
  };
  const rows = [
    ["names", found.name_count],
    ["same", found.same_count],
    ["unnamed", found.unnamed_count],
    ["lost", found.lost_count],
    ["crowded", found.crowded_count],
  ] as const;
  return (
    <>
      <p>
        <strong>
          {t("import:names.changes", {
            count,
            type: t(`component:type.${component_type}.many`),
          })}
        </strong>
      </p>
      <table className={css.report}>
        <tbody>
          {rows.map(([key, number]) => (
            <tr key={key}>
              <th scope="row">{t(`import:names.${key}`)}</th>
              <td>{formatNumber(number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.lost.length + found.crowded.length > 0 ? (
        <Alert tone="watch">
          <p>{t("import:names.left_out")}</p>
          <p>
            {[...found.lost, ...found.crowded]
              .slice(0, 20)
              .map(({ name, line }) => t("import:names.at_line", { name, line }))
              .join(", ")}
          </p>
        </Alert>
      ) : null}
      <TwinNotes notes={found.notes} />
      <ProblemList
        title={t("file-preview:left_out")}
        problems={found.refused}
        counts={found.refused_counts}
      />
      {count > 0 ? (
        <table className={css.report} aria-label={t("import:names.table")}>
          <thead>
            <tr>
              <th scope="col">{t("import:names.was")}</th>
              <th scope="col">{t("import:names.becomes")}</th>
            </tr>
          </thead>
          <tbody>
            {renames.slice(0, SHOWN).map(({ dt_id, was, pcs }) => (
              <tr key={dt_id}>
                <th scope="row">{was === "" ? dt_id : was}</th>
                <td>{pcs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {count > SHOWN ? (
        <p className={css.hint}>{t("import:names.more", { count: count - SHOWN })}</p>
      ) : null}
      <div className={css.actions}>
        <Button onPress={onBack}>{t("import:names.other_file")}</Button>
        <Button
          kind="primary"
          isPending={isPending}
          isDisabled={count === 0}
          onPress={() => void save()}
        >
          {t("import:names.rename")}
        </Button>
      </div>
    </>
  );
}
