// One photo of an observation. One that could not be loaded is loaded again when other failed loads are.
import { useEffect, useEffectEvent, useState } from "react";
import { useAtomValue } from "jotai";
import { ImageOff } from "lucide-react";
import type { ObservationImage } from "../domain/observation/observation.ts";
import { photoUrl } from "../state/observation/photo.ts";
import type { PhotoSize } from "../state/observation/source.ts";
import { shownImage } from "../state/plant/image/small-image.ts";
import { faultWords } from "../state/shell/fault.ts";
import { retriesAtom } from "../state/shell/retry.ts";
import css from "./photo-view.module.css";

type PhotoViewProps = {
  observation_id: number;
  image: ObservationImage;
  size: PhotoSize;
  alt: string;
  /** Called with what is shown in place of the full size: the small image, where this device has no other. */
  onShown?: (isSmall: boolean) => void;
};

export function PhotoView(props: PhotoViewProps) {
  return <OneView key={useAtomValue(retriesAtom)} {...props} />;
}

function OneView({ observation_id, image, size, alt, ...rest }: PhotoViewProps) {
  const onShown = useEffectEvent((isSmall: boolean) => rest.onShown?.(isSmall));
  const [shown, setShown] = useState<{ id: number; url?: string; fault?: string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const urlOf = (one: PhotoSize) => photoUrl(observation_id, image, one);
    const found =
      size === "full"
        ? shownImage(urlOf)
        : urlOf(size).then((url) => ({ url, isSmall: false as boolean }));
    found.then(
      ({ url, isSmall }) => {
        if (!isWanted) return;
        setShown({ id: image.id, url });
        onShown(isSmall);
      },
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
