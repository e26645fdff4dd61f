// Reasons not to start, told in one line: the person at the console reads words, not a stack.

const name = "StartFault";

/**
 * An error whose message alone is shown before the process ends with exit code 1.
 * @param message one line in plain English: what is wrong, and what to do about it
 */
export function startFault(message: string, cause?: unknown): Error {
  const fault = new Error(message, { cause });
  fault.name = name;
  return fault;
}

export function isStartFault(error: unknown): error is Error {
  return error instanceof Error && error.name === name;
}

/** The system's error code (`ENOSPC`, `EACCES`, …) of an error, or "" where it has none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Turns what the file system said about a folder into a fault; anything unknown stays as it is. */
export function folderFault(folder: string, error: unknown): unknown {
  switch (systemCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return startFault(`The disk that holds ${folder} is full. Free some space and start again.`);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return startFault(
        `This user cannot write to the folder ${folder}. Give the user write access, or set DATA_DIR to another folder.`,
      );
    case "ENOTDIR":
    case "EEXIST":
      return startFault(`${folder} is not a folder. Set DATA_DIR to one.`);
    default:
      return error;
  }
}
