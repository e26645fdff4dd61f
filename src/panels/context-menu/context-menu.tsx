// The menu of a component, or of a point on the ground; the palette has the same actions.
import { useAtom, useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { menuPlaceAtom, type MenuPlace } from "../../state/map/context-menu.ts";
import { componentName, pathName } from "../../state/plant/component/component-words.ts";
import { rowImagesAtom } from "../../state/plant/image/open-image.ts";
import { placeActions, positionText } from "../../state/plant/component/place-action.ts";
import { t } from "../../state/shell/locale.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { ContextMenu } from "../../ui/overlay.tsx";
import { placeCommands } from "./commands.ts";
import css from "./context-menu.module.css";

export function PlaceMenu() {
  const store = useStore();
  const [place, setPlace] = useAtom(menuPlaceAtom);
  useEffect(() => store.set(registerCommands, placeCommands), [store]);
  return place && <OpenMenu place={place} onClose={() => setPlace(null)} />;
}

function OpenMenu({ place, onClose }: { place: MenuPlace; onClose: () => void }) {
  const store = useStore();
  // The list of images loads while the menu is open; then the action is added.
  useAtomValue(rowImagesAtom);
  const { component } = place;
  const name = component ? componentName(component) : t("place-action:ground");
  const where = component ? pathName(component) : positionText(place.position);
  const entries = placeActions
    .filter(({ isOffered }) => isOffered(store.get, place))
    .map((action) => ({
      id: action.id,
      label: t(action.name),
      run: () => action.run(store.get, store.set, place),
    }));
  return (
    <ContextMenu
      label={t("place-action:of", { name })}
      title={
        <span className={css.title}>
          <strong>{name}</strong>
          {where ? <small>{where}</small> : null}
        </span>
      }
      groups={[{ entries }]}
      at={place}
      onClose={onClose}
    />
  );
}
