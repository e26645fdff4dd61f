// Why a sign-in service was of no use. Apart from the service itself, whose library loads when it is asked.

/** Why a service was of no use, as a key of refusal.json; `detail` is for the log. */
export class ProviderFault extends Error {
  readonly reason: string;
  constructor(reason: string, detail: string, cause?: unknown) {
    super(`${reason}: ${detail}`, { cause });
    this.reason = reason;
  }
}
