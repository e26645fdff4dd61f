// One photo of an observation. One that could not be loaded is loaded again when other failed loads are.
import { useEffect, useState } from "react";
import { useAtomValue } from "jotai";
import { ImageOff } from "lucide-react";
import type { ObservationImage } from "../domain/observation/observation.ts";
import { photoUrl } from "../state/observation/photo.ts";
import type { PhotoSize } from "../state/observation/source.ts";
import { faultWords } from "../state/shell/fault.ts";
import { retriesAtom } from "../state/shell/retry.ts";
import css from "./photo-view.module.css";

type PhotoViewProps = {
  observation_id: number;
  image: ObservationImage;
  size: PhotoSize;
  alt: string;
};

export function PhotoView(props: PhotoViewProps) {
  return <OneView key={useAtomValue(retriesAtom)} {...props} />;
}

function OneView({ observation_id, image, size, alt }: PhotoViewProps) {
  const [shown, setShown] = useState<{ id: number; url?: string; fault?: string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const small = (cause: unknown) => {
      // A plant on this device has the small images alone.
      const isSmaller = size === "full" && (cause as { code?: unknown } | null)?.code === "OFFLINE";
      if (!isSmaller) throw cause;
      return photoUrl(observation_id, image, "thumb");
    };
    photoUrl(observation_id, image, size)
      .catch(small)
      .then(
        (url) => isWanted && setShown({ id: image.id, url }),
        (cause: unknown) => isWanted && setShown({ id: image.id, fault: faultWords(cause).title }),
      );
    return () => {
      isWanted = false;
    };
  }, [observation_id, image, size]);
  const url = shown?.id === image.id ? shown.url : undefined;
  if (url !== undefined) return <img src={url} alt={alt} draggable={false} />;
  if (shown?.fault === undefined) return <span className={css.waiting} aria-hidden="true" />;
  return (
    <span className={css.waiting} title={shown.fault}>
      <ImageOff size={16} aria-label={shown.fault} />
    </span>
  );
}
