// Errors that prevent the start. Their message is one plain line, without a stack trace.

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

/** The system's error code (`ENOSPC`, `EACCES`, …) of an error, or "" if it has none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Converts an error of the file system about a folder into a start fault. Other errors are returned unchanged. */
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
