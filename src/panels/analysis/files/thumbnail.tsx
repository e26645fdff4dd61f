// The small picture of an uploaded image, loaded when its row is shown.
import { useEffect, useState } from "react";
import { FileText, Image } from "lucide-react";
import type { AnalysisFile } from "../../../domain/analysis/analysis-file.ts";
import { thumbnailUrl } from "../../../state/upload/analysis-file.ts";
import css from "./files.module.css";

export function Thumbnail({ analysis_id, file }: { analysis_id: number; file: AnalysisFile }) {
  const { file_name, sha256, has_thumbnail, camera_model } = file;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    if (has_thumbnail) {
      thumbnailUrl(analysis_id, file_name, sha256).then(
        (made) => isShown && setUrl(made),
        () => undefined,
      );
    }
    return () => {
      isShown = false;
    };
  }, [analysis_id, file_name, sha256, has_thumbnail]);
  if (url) return <img src={url} alt="" className={css.thumb} />;
  const Icon = has_thumbnail || camera_model ? Image : FileText;
  return (
    <span className={css.noThumb}>
      <Icon size={16} aria-hidden="true" />
    </span>
  );
}
