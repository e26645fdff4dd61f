// The picture as a file: as it was taken, or with all that is drawn over it.
import { Download, ImageDown } from "lucide-react";
import type { Annotation } from "../../domain/image/annotation.ts";
import type { Picture } from "../../domain/image/look.ts";
import { t } from "../../state/shell/locale.ts";
import { saveBlob, saveFrom } from "../../state/shell/save-file.ts";
import { showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { pictureWithMarks } from "./draw-marks.ts";
import { paintOf } from "./picture-shapes.tsx";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

type DownloadProps = {
  picture: Picture;
  /** An object URL. */
  url: string;
  /** Of the component; empty for a spot. */
  name: string;
  /** Null for a visible picture. */
  thermometer: Thermometer | null;
  marks: readonly Annotation[];
};

export function PictureDownload({ picture, url, name, thermometer, marks }: DownloadProps) {
  const kind = t(`survey-image:kind.${picture.kind}`);
  const file = picture.file_name.split("/").at(-1)!;
  const withMarks = async () => {
    const grid = thermometer?.grid ?? null;
    const paint = thermometer && paintOf(thermometer);
    const blob = await pictureWithMarks({
      picture,
      url,
      grid,
      painted: grid && paint ? { grid, paint } : null,
      measures: thermometer?.measures ?? [],
      annotations: marks,
    });
    const base = [file.replace(/\.[^.]*$/, ""), name.replaceAll(/[^\p{L}\p{N}.-]+/gu, "-")];
    saveBlob(blob, `${base.filter((part) => part !== "").join("_")}_marks.png`);
  };
  return (
    <span className={css.exports}>
      <IconButton
        size="sm"
        label={t("component:download_image", { kind })}
        onPress={() => saveFrom(url, file)}
      >
        <Download size={14} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("survey-image:download_marks", { kind })}
        onPress={() => void withMarks().catch(showFault)}
      >
        <ImageDown size={14} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
