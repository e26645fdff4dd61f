// The fields and files of a request, in the order sent. Files are streams and are not buffered.
import type { FastifyRequest } from "fastify";
import { failure } from "../../domain/error.ts";
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
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") {
      if (part.valueTruncated) throw failure("TOO_LARGE");
      yield { kind: "field", name: part.fieldname, value: String(part.value) };
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

/** The last part of a path, without control characters. Old browsers send whole paths. */
function baseName(name: string | undefined): string {
  const last = (name ?? "").split(/[\\/]/).at(-1) ?? "";
  return [...last]
    .filter((sign) => sign >= " " && sign !== "\u007f")
    .join("")
    .slice(0, 255);
}
