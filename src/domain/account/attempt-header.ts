/**
 * Request header of every change: a random ID that the browser makes once for each call. It sends the same one where it
 * asks again because an answer was lost, and the change is made once.
 */
export const attemptHeader = "idempotency-key";
