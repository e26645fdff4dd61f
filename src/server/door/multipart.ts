// The fields and files of a request, in the order sent. Files are streams and are not buffered.
import type { FastifyRequest } from "fastify";
import { failure, isFailure } from "../../domain/error.ts";
import { isText } from "../../domain/text.ts";
import type { Part } from "../implement.ts";

const maxParts = 50;
const maxFieldBytes = 64 * 1024;

/** @param maxBytes the largest file; the whole body may be slightly larger */
export async function* readParts(request: FastifyRequest, maxBytes: number): AsyncGenerator<Part> {
  if (!request.isMultipart()) throw failure("BAD_REQUEST", { reason: "body_not_multipart" });
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes + maxParts * maxFieldBytes) throw failure("TOO_LARGE");
  const limits = {
    fileSize: maxBytes,
    parts: maxParts,
    fieldSize: maxFieldBytes,
    fieldNameSize: 200,
  };
  for await (const part of whole(request.parts({ limits }))) {
    if (part.type === "field") {
      if (part.valueTruncated) throw failure("TOO_LARGE");
      const value = String(part.value);
      if (!isText(value)) {
        throw failure("BAD_REQUEST", { reason: "text_with_control", field: part.fieldname });
      }
      yield { kind: "field", name: part.fieldname, value };
      continue;
    }
    yield {
      kind: "file",
      name: part.fieldname,
      file_name: baseName(part.filename),
      stream: part.file,
    };
    // A handler that leaves a file unread must not block what follows.
    if (!part.file.readableEnded) part.file.resume();
  }
}

/** The same parts. @throws BAD_REQUEST where the reader stops in the middle of a body */
async function* whole<Item>(parts: AsyncIterableIterator<Item>): AsyncGenerator<Item> {
  try {
    yield* parts;
  } catch (error) {
    throw bodyFault(error);
  }
}

/** A fault of the reader as one of ours. Its faults with a status are answered as they are. */
export function bodyFault(error: unknown): unknown {
  const isNamed = isFailure(error) || (error instanceof Error && "statusCode" in error);
  return isNamed ? error : failure("BAD_REQUEST", { reason: "body_broken" });
}

/** The last part of a path, without control characters. Old browsers send whole paths. */
function baseName(name: string | undefined): string {
  const last = (name ?? "").split(/[\\/]/).at(-1) ?? "";
  return [...last]
    .filter((sign) => sign >= " " && sign !== "\u007f")
    .join("")
    .slice(0, 255)
    .toWellFormed();
}
