// Paper, orientation and scale of a printed map.
import { useAtom, useAtomValue } from "jotai";
import { photographerAtom } from "../../state/map/picture.ts";
import { printPaperAtom, type PrintPaper } from "../../state/map/print-paper.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { dotsPerInch, paperMm, paperSizes, scales } from "../../ui/sheet/paper.ts";
import { paperOf } from "./sheet-paper.ts";
import css from "./print.module.css";

/** @param isTilted the view has no scale */
export function PaperChoice({ isTilted }: { isTilted: boolean }) {
  const [chosen, setChosen] = useAtom(printPaperAtom);
  const { hasCard = false, isSpace = false } = useAtomValue(photographerAtom) ?? {};
  const paper = paperOf(chosen);
  const [width = 0, height = 0] = paper ? paperMm(paper) : [];
  return (
    <div className={css.choice}>
      <Select<PrintPaper["size"]>
        label={t("print:paper")}
        options={(["screen", ...paperSizes] as const).map((id) => ({
          id,
          label: t(`print:papers.${id}`),
        }))}
        value={chosen.size}
        onChange={(size) => setChosen({ ...chosen, size })}
      />
      {paper ? (
        <>
          <Segments
            label={t("print:orientation")}
            options={[
              { id: "landscape", label: t("print:landscape") },
              { id: "portrait", label: t("print:portrait") },
            ]}
            value={chosen.isUpright ? "portrait" : "landscape"}
            onChange={(id) => setChosen({ ...chosen, isUpright: id === "portrait" })}
          />
          <Select<PrintPaper["scale"]>
            label={t("print:scale")}
            options={[
              { id: "screen", label: t("print:as_seen") },
              { id: "plant", label: t("print:whole_plant") },
              ...scales.map((scale) => ({
                id: scale,
                label: t("print:scale_of", { scale: formatNumber(scale) }),
                isDisabled: isTilted,
              })),
            ]}
            value={isTilted && typeof chosen.scale === "number" ? "screen" : chosen.scale}
            onChange={(scale) => setChosen({ ...chosen, scale })}
          />
          <p className={css.facts}>
            {t("print:facts", {
              width: formatNumber(width),
              height: formatNumber(height),
              dpi: formatNumber(dotsPerInch(paper, hasCard)),
            })}
            {isTilted ? ` ${t(isSpace ? "print:scale_space" : "print:scale_tilted")}` : null}
          </p>
        </>
      ) : null}
    </div>
  );
}
