// The flight areas and obstacles of the plant: what is drawn, saved and discarded.
import { useAtomValue, useSetAtom } from "jotai";
import { Hexagon } from "lucide-react";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  areaDraftAtom,
  areaFormOf,
  areaProblemsAtom,
  areasAtom,
  flightRulesAtom,
  mayEditAreasAtom,
} from "../../state/map/flight-area.ts";
import { discardAreas, saveAreas } from "../../state/map/flight-area-edit.ts";
import type { Problem } from "../../domain/error.ts";
import { t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState } from "../../ui/feedback.tsx";
import { usePending } from "../pending.ts";
import { useUnsaved } from "../unsaved.ts";
import { AreaFiles } from "./area-files.tsx";
import { AreaList } from "./area-list.tsx";
import { AreaTools } from "./area-tools.tsx";
import { OutlineArea } from "./outline-area.tsx";
import css from "./flight.module.css";

export function Areas() {
  const mayEdit = useAtomValue(mayEditAreasAtom);
  const areas = useAtomValue(areasAtom);
  const problems = useAtomValue(areaProblemsAtom);
  const { flight, no_fly, take_offs, obstacles = [] } = areas;
  const isEmpty = flight.length + no_fly.length + take_offs.length + obstacles.length === 0;
  return (
    <>
      {mayEdit ? <AreaTools /> : null}
      {mayEdit ? <OutlineArea /> : null}
      {isEmpty ? (
        <EmptyState
          icon={<Hexagon size={20} aria-hidden="true" />}
          title={t("flight:none")}
          {...(mayEdit && { children: t("flight:none_hint") })}
        />
      ) : (
        <AreaList />
      )}
      {problems.length > 0 ? (
        <Alert tone="danger">
          {problems.map((problem) => (
            <p key={`${problem.field} ${problem.feature ?? problem.reason}`}>
              {problemText(problem)}
            </p>
          ))}
        </Alert>
      ) : null}
      {mayEdit ? <SaveButtons /> : null}
      <AreaFiles />
    </>
  );
}

const itemWords: Readonly<Record<string, string>> = {
  flight_polygons: "flight:item.flight",
  no_fly_polygons: "flight:item.no_fly",
  take_off_positions: "flight:item.take_off",
  obstacles: "flight:item.obstacle",
};

function problemText({ field = "", feature, ...refusal }: Problem): string {
  // Too many of a kind is no fault of one of them.
  if (feature === undefined) return refusalWords(refusal);
  const name = t(itemWords[field] ?? "flight:item.flight", { number: feature });
  return t("flight:problem", { name, reason: refusalWords(refusal) });
}

function SaveButtons() {
  const drawn = useAtomValue(areaDraftAtom);
  const rules = useAtomValue(flightRulesAtom);
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(saveAreas);
  const discard = useSetAtom(discardAreas);
  const [isPending, whilePending] = usePending();
  const isDrawn = drawn !== null;
  const send = async (): Promise<boolean> => {
    return whilePending(async () => {
      await save();
      showDone(t("flight:saved"));
    });
  };
  const refusal =
    drawn && rules && ask("flightArea.update", { area: areaFormOf(drawn.areas), rules });
  const canSave = rules !== null && refusal === null;
  useUnsaved(isDrawn, { kind: "drawing", drop: discard, ...(canSave && { save: send }) });
  if (!drawn) return null;
  return (
    <div className={css.acts}>
      <Button
        kind="primary"
        isPending={isPending}
        reason={reasonOf(refusal ?? null)}
        onPress={() => void send()}
      >
        {t("flight:save")}
      </Button>
      <Button onPress={discard}>{t("flight:discard")}</Button>
    </div>
  );
}
