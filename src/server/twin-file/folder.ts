// What the folders of a file say about a component: its type, its group, and its parent.
import { componentTypes, type ComponentType } from "../../domain/component/component.ts";
import { limits } from "../../domain/limits.ts";
import { readFileName } from "./field.ts";

type Folder = {
  readonly name: string;
  readonly type: ComponentType | null;
  /** The rest of the name without the word of the type and the plant's name. */
  readonly label: string;
};

export type FolderPlace = {
  readonly group: string;
  /** The folder says that it is a group, such as "Block 3". */
  readonly isGroup: boolean;
  readonly parentName: string;
};

export type FolderReader = {
  /** The type that a folder alone says, such as "Trackers"; null where none does. */
  typeOf(folders: readonly string[]): ComponentType | null;
  /** Names of the group and of the parent; "" where no folder says one. */
  placeOf(folders: readonly string[], type: ComponentType): FolderPlace;
};

/** Folders of one file; most of its features have the same ones. */
export function folderReader(plantName: string): FolderReader {
  const known = new Map<string, Folder>();
  const read = (name: string): Folder => {
    const found = known.get(name);
    if (found) return found;
    const folder = { name, ...readFileName(`${name}.`, plantName) };
    known.set(name, folder);
    return folder;
  };
  /** The innermost first; those that have the plant's name alone say nothing. */
  const inward = (folders: readonly string[]) =>
    folders
      .slice(-limits.xmlDepth)
      .toReversed()
      .map(read)
      .filter(({ type, label }) => type !== null || label !== "");
  return {
    typeOf(folders) {
      const list = inward(folders);
      const alone = list.find(({ type, label }) => type !== null && label === "");
      return (
        (alone ?? list.find(({ type }) => type !== null && type !== "tracker_group"))?.type ?? null
      );
    },
    placeOf(folders, type) {
      const parent: ComponentType | null = componentTypes[type].parent;
      const isPhotovoltaic = componentTypes[type].technology === "photovoltaic";
      let [group, parentName, isGroup] = ["", "", false];
      for (const folder of inward(folders)) {
        if (folder.label === "") continue;
        if (folder.type === "tracker_group") {
          if (!isGroup) group = folder.name;
          isGroup = true;
        } else if (folder.type === null && isPhotovoltaic) group ||= folder.name;
        else if (folder.type === type) group ||= folder.label;
        else if (folder.type === parent || folder.type === null) parentName ||= folder.name;
      }
      return { group, isGroup, parentName };
    },
  };
}
