// The toolbar over the map: the tools, and the commands that move the camera.
import { useEffect, useMemo } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import {
  Box,
  Compass,
  LocateFixed,
  Maximize,
  Minus,
  Plus,
  Printer,
  type LucideIcon,
} from "lucide-react";
import { spacePanel } from "../../panels/space/panel.ts";
import { t } from "../../state/shell/locale.ts";
import { plantBoundsAtom } from "../../state/plant/plant.ts";
import { registerCommands, type Command } from "../../state/shell/shortcut.ts";
import { toolEntriesAtom, toolIdAtom } from "../../state/map/tool.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { positionAtom, pressPosition } from "../../state/field/own-position.ts";
import { coverMap } from "../../state/map/cover.ts";
import { isSpaceOutOfReachAtom, showSpace, spaceAtom } from "../../state/map/space.ts";
import { cameraAtom, flyTo, followingAtom } from "../../state/map/view.ts";
import { photographerAtom } from "../../state/map/picture.ts";
import { printOpenAtom } from "../../state/map/print-open.ts";
import { IconButton } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import css from "./map-tools.module.css";

const ZOOM_STEP = 1;

const viewCommands: readonly (Command & { icon: LucideIcon })[] = [
  {
    id: "space",
    name: "space:switch",
    group: "shell:group.map",
    keys: ["3"],
    icon: Box,
    isEnabled: (get) => get(plantBoundsAtom) !== null && !get(isSpaceOutOfReachAtom),
    run: (get, set) => set(showSpace, get(spaceAtom) === "3d" ? null : "3d"),
  },
  {
    id: "own-position",
    name: "field:own_position",
    group: "shell:group.map",
    keys: ["g"],
    icon: LocateFixed,
    run: (_get, set) => set(pressPosition),
  },
  {
    id: "zoom-in",
    name: "shell:look.zoom_in",
    group: "shell:group.map",
    keys: ["+", "="],
    icon: Plus,
    run: (_get, set) => set(flyTo, { zoomBy: ZOOM_STEP }),
  },
  {
    id: "zoom-out",
    name: "shell:look.zoom_out",
    group: "shell:group.map",
    keys: ["-"],
    icon: Minus,
    run: (_get, set) => set(flyTo, { zoomBy: -ZOOM_STEP }),
  },
  {
    id: "zoom-plant",
    name: "shell:look.plant",
    group: "shell:group.map",
    keys: ["0"],
    icon: Maximize,
    isEnabled: (get) => get(plantBoundsAtom) !== null,
    run: (get, set) => {
      const bounds = get(plantBoundsAtom);
      if (bounds) set(flyTo, { bounds, straight: true });
    },
  },
  {
    id: "north-up",
    name: "shell:look.north",
    group: "shell:group.map",
    keys: ["n"],
    icon: Compass,
    isEnabled: (get) => {
      const camera = get(cameraAtom);
      if (!camera) return false;
      return camera.bearing !== 0 || (camera.pitch !== 0 && get(spaceAtom) === null);
    },
    run: (get, set) => {
      // 3D keeps its tilt: seen from straight above it would be a second map.
      if (get(spaceAtom) === "3d") return set(flyTo, { turnTo: "north" });
      const camera = get(cameraAtom);
      if (camera) set(flyTo, { camera: { ...camera, bearing: 0, pitch: 0 } });
    },
  },
  {
    id: "print",
    name: "print:title",
    group: "shell:group.map",
    keys: ["mod+p"],
    icon: Printer,
    isEnabled: (get) => get(photographerAtom) !== null,
    run: (_get, set) => set(printOpenAtom, true),
  },
];

export function MapTools() {
  const store = useStore();
  const tools = useAtomValue(toolEntriesAtom);
  const [toolId, setTool] = useAtom(toolIdAtom);
  const register = useSetAtom(registerCommands);
  useAtomValue(cameraAtom);
  useAtomValue(plantBoundsAtom);
  const may = useAtomValue(hasPermissionAtom);
  const is3d = useAtomValue(spaceAtom) === "3d";
  const spaceReason = useAtomValue(isSpaceOutOfReachAtom) ? t("offline:space") : null;
  const offered = useMemo(
    () =>
      may(spacePanel.permission) ? viewCommands : viewCommands.filter(({ id }) => id !== "space"),
    [may],
  );
  const { state } = useAtomValue(positionAtom);
  const isFollowing = useAtomValue(followingAtom);
  useEffect(
    () =>
      register([
        ...tools.map((tool): Command => ({
          id: `tool-${tool.id}`,
          name: tool.name,
          group: "shell:group.map",
          ...(tool.shortcut ? { keys: [tool.shortcut.toLowerCase()] } : {}),
          run: (_get, set) => set(toolIdAtom, tool.id),
        })),
        ...offered,
      ]),
    [register, tools, offered],
  );
  const inHand = toolId ?? tools[0]?.id;
  return (
    <Toolbar
      barRef={coverMap}
      className={css.tools}
      orientation="vertical"
      label={t("shell:map_tools")}
    >
      {tools.map((tool) => {
        const { icon: Icon } = tool;
        return (
          <IconButton
            key={tool.id}
            data-tool={tool.id}
            label={t(tool.name)}
            keys={tool.shortcut.toUpperCase()}
            placement="left"
            isOn={tool.id === inHand}
            onPress={() => setTool(tool.id)}
          >
            <Icon size={16} aria-hidden="true" />
          </IconButton>
        );
      })}
      <hr />
      {offered.map(({ id, name, keys, icon: Icon, isEnabled, run }) => (
        <IconButton
          key={id}
          data-tool={id}
          label={t(name)}
          keys={keys?.[0]?.startsWith("mod+") ? "" : (keys?.[0]?.toUpperCase() ?? "")}
          placement="left"
          {...(id === "space" && { isOn: is3d, reason: spaceReason })}
          {...(id === "own-position" && {
            isOn: state === "waiting" || state === "shown",
            "data-following": isFollowing,
          })}
          isDisabled={isEnabled?.(store.get) === false && !(id === "space" && spaceReason)}
          onPress={() => run(store.get, store.set)}
        >
          <Icon size={16} aria-hidden="true" />
        </IconButton>
      ))}
    </Toolbar>
  );
}
