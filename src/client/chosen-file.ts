// Files as users choose them: with buttons, or dropped, with their folders. Where the browser lets a page open
// a file again later (File System Access), its handle comes with it.

export type ChosenFile = {
  /** With its folders, separated by `/`. */
  readonly name: string;
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
  /** The chosen folder; permission for it is permission for all files in it. */
  readonly folder: FileSystemDirectoryHandle | null;
};

/** The methods are not in every browser, nor in the types. */
type Permitting = FileSystemHandle & {
  queryPermission?: (ask: { mode: "read" }) => Promise<PermissionState>;
  requestPermission?: (ask: { mode: "read" }) => Promise<PermissionState>;
};
type Listing = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };
type Pickers = {
  showOpenFilePicker?: (ask: { multiple: true }) => Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>;
};

/** What the input of a form has. */
export function filesOfInput(list: Iterable<File>): ChosenFile[] {
  return [...list].map((file) => ({
    name: file.webkitRelativePath || file.name,
    file,
    handle: null,
    folder: null,
  }));
}

/** What was dropped. Must be called while the event is handled: the list is empty afterwards. */
export async function filesOfDrop(dropped: DataTransfer): Promise<ChosenFile[]> {
  const items = [...dropped.items].filter(({ kind }) => kind === "file");
  const read = items.map((item) => {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    const handle = handleOf(item);
    return async (): Promise<ChosenFile[]> => {
      const known = await handle;
      if (known) return filesOfHandle(known);
      if (entry?.isDirectory) return filesOfEntry(entry, "");
      return file ? filesOfInput([file]) : [];
    };
  });
  const chosen: ChosenFile[] = [];
  for (const files of read) chosen.push(...(await files()));
  return chosen;
}

type HandleItem = DataTransferItem & {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

async function handleOf(item: HandleItem): Promise<FileSystemHandle | null> {
  return (await item.getAsFileSystemHandle?.().catch(() => null)) ?? null;
}

async function filesOfHandle(handle: FileSystemHandle): Promise<ChosenFile[]> {
  if (handle.kind === "directory") {
    const folder = handle as FileSystemDirectoryHandle;
    return filesOfFolder(folder, folder, `${folder.name}/`);
  }
  const opened = handle as FileSystemFileHandle;
  return [{ name: opened.name, file: await opened.getFile(), handle: opened, folder: null }];
}

async function filesOfFolder(
  root: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<ChosenFile[]> {
  const chosen: ChosenFile[] = [];
  for await (const entry of (folder as Listing).values()) {
    const name = `${path}${entry.name}`;
    if (entry.kind === "directory") {
      chosen.push(...(await filesOfFolder(root, entry as FileSystemDirectoryHandle, `${name}/`)));
    } else {
      const handle = entry as FileSystemFileHandle;
      chosen.push({ name, file: await handle.getFile(), handle, folder: root });
    }
  }
  return chosen;
}

/** Browsers without handles list a folder's entries a hundred at a time. */
async function filesOfEntry(entry: FileSystemEntry, path: string): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ name: `${path}${file.name}`, file, handle: null, folder: null }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const chosen: ChosenFile[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return chosen;
    for (const one of part) chosen.push(...(await filesOfEntry(one, `${path}${entry.name}/`)));
  }
}

/**
 * Asks for files or a folder with the browser's own dialog that gives handles. Null where it has none; an
 * empty list where the user gave up.
 */
export async function pickFiles(what: "files" | "folder"): Promise<ChosenFile[] | null> {
  const { showOpenFilePicker, showDirectoryPicker } = window as unknown as Pickers;
  if (!showOpenFilePicker || !showDirectoryPicker) return null;
  try {
    if (what === "folder") return await filesOfHandle(await showDirectoryPicker());
    const handles = await showOpenFilePicker({ multiple: true });
    return (await Promise.all(handles.map(filesOfHandle))).flat();
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") return [];
    throw cause;
  }
}

/** Opens a file again by its handle; null without permission, and where it is gone. */
export async function openAgain(
  { handle, folder }: Pick<ChosenFile, "handle" | "folder">,
  mayAsk: boolean,
): Promise<File | null> {
  if (!handle) return null;
  const guard = (folder ?? handle) as Permitting;
  try {
    const known = (await guard.queryPermission?.({ mode: "read" })) ?? "granted";
    const state =
      known === "prompt" && mayAsk ? await guard.requestPermission?.({ mode: "read" }) : known;
    return state === "granted" ? await handle.getFile() : null;
  } catch {
    return null;
  }
}
