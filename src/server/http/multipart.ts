// The fields and files of a request, in the order sent. Files are streams and are not buffered.
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { failure, isFailure } from "../../domain/error.ts";
import { shownFileName } from "../../domain/file-name.ts";
import { isText } from "../../domain/text.ts";
import type { Part } from "../implement.ts";

const maxParts = 50;
const maxFieldBytes = 64 * 1024;
/** After the end of a body its parts are there at once. */
const stuckAfterMs = 1000;

/** @param maxBytes the largest file; the whole body may be slightly larger */
export async function* readParts(request: FastifyRequest, maxBytes: number): AsyncGenerator<Part> {
  if (!request.isMultipart()) throw failure("BAD_REQUEST", { reason: "body_not_multipart" });
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes + maxParts * maxFieldBytes) throw failure("TOO_LARGE");
  const limits = {
    fileSize: maxBytes,
    // Counted below: the reader's own limit leaves a cut part without a listener, which ends the process.
    parts: Infinity,
    fieldSize: maxFieldBytes,
    fieldNameSize: 200,
  };
  let count = 0;
  for await (const part of whole(request.raw, request.parts({ limits }))) {
    count += 1;
    if (count > maxParts) throw failure("TOO_LARGE");
    // The reader has none where the name is missing.
    if (typeof part.fieldname !== "string") throw bodyFault(null);
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
async function* whole<Item>(
  body: IncomingMessage,
  parts: AsyncIterator<Item>,
): AsyncGenerator<Item> {
  try {
    for (;;) {
      const { done, value } = await orStuck(body, parts.next());
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw bodyFault(error);
  }
}

/** The reader waits without end for some bodies that have ended, such as one with a part without a head. */
function orStuck<Value>(body: IncomingMessage, next: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      timer = setTimeout(reject, stuckAfterMs, failure("BAD_REQUEST", { reason: "body_broken" }));
    };
    if (body.readableEnded) wait();
    else body.once("end", wait);
    void next.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      body.off("end", wait);
    });
  });
}

/** A fault of the reader as one of ours. Its faults with a status are answered as they are. */
export function bodyFault(error: unknown): unknown {
  const isNamed = isFailure(error) || (error instanceof Error && "statusCode" in error);
  return isNamed ? error : failure("BAD_REQUEST", { reason: "body_broken" });
}

/** The last part of a path as it can be shown. Old browsers send whole paths. */
function baseName(name: string | undefined): string {
  return shownFileName((name ?? "").split(/[\\/]/).at(-1) ?? "");
}
