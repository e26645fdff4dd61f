// Answers of systems outside of the product: read up to a size, and shown without our secrets.

/** Bytes of an answer with facts, such as a list of servers. Files are streamed instead. */
export const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * The text of an answer. Its time is limited by the signal of the request, which also ends the body.
 * @throws RangeError once more bytes than `most` have arrived; the connection is closed then
 */
export async function answerText(response: Response, most = MOST_ANSWER_BYTES): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Leaving the loop by an error cancels the stream.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most) throw new RangeError(`an answer of more than ${most} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The value of a JSON text; null where it is none. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** What an outside system says, for a person: at most so many characters, without the secrets that it repeats. */
export function shownDetail(text: string, secrets: readonly string[], most: number): string {
  const hidden = secrets
    .filter((secret) => secret !== "")
    .reduce((left, secret) => left.replaceAll(secret, "•••"), text);
  return hidden.slice(0, most);
}
