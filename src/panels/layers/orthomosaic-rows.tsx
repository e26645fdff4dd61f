// The single orthomosaics of a layer, top first.
import { useAtomValue, useSetAtom } from "jotai";
import type { OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import { readyOrthomosaicAtoms } from "../../state/map/orthomosaic.ts";
import {
  fadeOrthomosaic,
  moveOrthomosaic,
  showOrthomosaic,
} from "../../state/map/orthomosaic-setting.ts";
import { formatPixelSize, t } from "../../state/shell/locale.ts";
import { useDragged } from "./dragged.ts";
import { Row } from "./row.tsx";
import css from "./layers.module.css";

type OrthomosaicRowsProps = { kind: OrthomosaicKind; title: string };

export function OrthomosaicRows({ kind, title }: OrthomosaicRowsProps) {
  const all = useAtomValue(readyOrthomosaicAtoms[kind].this);
  const show = useSetAtom(showOrthomosaic);
  const fade = useSetAtom(fadeOrthomosaic);
  const move = useSetAtom(moveOrthomosaic);
  /** Bottom to top. */
  const ids = all.map(({ id }) => id);
  const dragOf = useDragged<number>((dragged, over) => move(dragged, ids.indexOf(over), ids));
  if (all.length === 0) return null;
  return (
    <ul className={css.parts} aria-label={title}>
      {all.toReversed().map(({ id, file_name: name, picture, setting }, at) => (
        <Row
          key={id}
          kind="part"
          name={name}
          note={t("orthomosaic:resolution", { size: formatPixelSize(picture.resolution_m) })}
          isVisible={setting.visible}
          opacity={setting.opacity}
          bounds={picture.bounds}
          order={
            ids.length === 1
              ? null
              : {
                  up: at === 0 ? null : () => move(id, ids.indexOf(id) + 1, ids),
                  down: at === ids.length - 1 ? null : () => move(id, ids.indexOf(id) - 1, ids),
                }
          }
          drag={dragOf(id, true)}
          onShow={(isVisible) => show(id, isVisible)}
          onFade={(opacity) => fade(id, opacity)}
        />
      ))}
    </ul>
  );
}
