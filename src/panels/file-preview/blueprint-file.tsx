// A file that becomes a blueprint: a drawing is shown first, a PDF or an image is stored as it is.
import { useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  blueprintFileRefusal,
  blueprintKindOf,
  blueprintKindRefusal,
} from "../../domain/plant/blueprint.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { blueprintsOf, sendBlueprint } from "../../state/settings/blueprint.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Progress } from "../../ui/feedback.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { FilePreview, type ReadFiles } from "./file-preview.tsx";
import css from "./file-preview.module.css";

type BlueprintFileProps = {
  readonly plant_id: number;
  readonly file: File;
  /** Called once it is stored, and where the user chooses another file. */
  readonly onEnd: () => void;
};

export function BlueprintFile({ plant_id, file, onEnd }: BlueprintFileProps) {
  const send = useSetAtom(sendBlueprint);
  const count = valueOf(useAtomValue(blueprintsOf(plant_id)))?.length ?? 0;
  const refusal = useAtomValue(askAtom)("blueprint.uploadKml", { count });
  const [read, setRead] = useState<ReadFiles | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const files = useMemo(() => [{ file }], [file]);
  const { name, size } = file;
  const kind = blueprintKindOf(name);
  const named = kind
    ? blueprintFileRefusal(kind, { name, bytes: size })
    : blueprintKindRefusal(name);
  const run = async () => {
    if (!kind) return;
    setFault(null);
    setShare(0);
    try {
      const mapping = read?.mapping ?? {};
      const sent = await send({ plant_id, kind, file, mapping, onProgress: setShare });
      const { feature_count } = sent;
      const words = [
        feature_count === null
          ? t("plant-settings:blueprint.stored", { name })
          : t("plant-settings:blueprint.stored_features", { name, count: feature_count }),
      ];
      const [first] = sent.refused;
      if (first) {
        const why = problemWords(first);
        words.push(t("plant-settings:blueprint.left_out", { count: sent.refused_count, why }));
      }
      showDone(words.join(" "));
      onEnd();
    } catch (cause) {
      setFault(cause);
      setShare(null);
    }
  };
  const canSend = kind !== "kml" || (read !== null && read.preview.result_count > 0);
  return (
    <div className={css.preview}>
      {named ? (
        <Alert tone="danger" title={problemWords(named)} />
      ) : kind === "kml" ? (
        <FilePreview purpose="blueprint" files={files} plant_id={plant_id} onRead={setRead} />
      ) : null}
      <FaultAlert fault={fault} />
      {share === null ? (
        <div className={css.actions}>
          <Button onPress={onEnd}>{t("file-preview:drop.other")}</Button>
          <Button
            kind="primary"
            isDisabled={named !== null || !canSend}
            reason={reasonOf(refusal)}
            onPress={() => void run()}
          >
            {t("file-preview:send")}
          </Button>
        </div>
      ) : (
        <Progress label={t("file-preview:sending")} value={share < 1 ? share : null} />
      )}
    </div>
  );
}
