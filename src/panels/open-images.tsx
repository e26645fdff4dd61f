// Opens the images of a component in the viewer: a small button beside what names it.
import { useSetAtom } from "jotai";
import { Image } from "lucide-react";
import type { ComponentRow } from "../domain/component/hierarchy.ts";
import { openComponentImages } from "../state/plant/image/survey-image.ts";
import { t } from "../state/shell/locale.ts";
import { IconButton } from "../ui/button.tsx";

type OpenImagesProps = {
  at: ComponentRow;
  name: string;
  /** In a list that is one stop of the Tab key; its rows have a key for it. */
  isOfList?: boolean;
};

export function OpenImages({ at, name, isOfList = false }: OpenImagesProps) {
  const open = useSetAtom(openComponentImages);
  return (
    <IconButton
      size="sm"
      label={t("component:open_images_of", { name })}
      {...(isOfList ? { keys: "I", excludeFromTabOrder: true } : {})}
      onPress={() => open(at)}
    >
      <Image size={14} aria-hidden="true" />
    </IconButton>
  );
}
