// Staff acting for a customer.
import { atom } from "jotai";
import { customerApi } from "../../api/provider/customer.ts";
import { call } from "../../client/call.ts";
import { keepSession, onSession, session } from "../../client/session.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { SwitchChoices, SwitchForm } from "../../domain/account/switch-customer.ts";
import { pauseReads, queryClient, queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { sessionAtom } from "./session.ts";
import { perSession } from "../shell/lifetime.ts";

/** Whether the dialog is open. */
export const switchOpenAtom = perSession(false);

const choicesKey = ["switch-choices"];

/** The customers to choose from, and the current choice. */
export const switchChoicesAtom = queryOf((): ServerQuery<SwitchChoices> => ({
  key: choicesKey,
  ask: (options) => call(customerApi.switchChoices, {}, options),
}));

/** Fetches the choices again. */
export function reloadSwitchChoices(): Promise<void> {
  return reload(choicesKey);
}

/** The customer that staff act for; null for none, and for the users of a customer. */
export const actingForAtom = atom((get) => {
  const session = get(sessionAtom);
  return session?.is_admin ? session.customer : null;
});

/** True while a super admin hides that. */
export const isAdminHiddenAtom = atom((get) => get(sessionAtom)?.hidden_admin ?? false);

/** Acts for a customer, or for none. The session is another then; rejects with the refusal. */
export const switchCustomer = atom(null, async (_get, _set, form: SwitchForm) => {
  const client = queryClient();
  // A read that is under way carries the token that the switch ends.
  const resume = await pauseReads(client);
  try {
    keepSession(await call(customerApi.switch, { body: form }));
  } catch (cause) {
    void client.invalidateQueries();
    throw cause;
  } finally {
    resume();
  }
});

/**
 * Calls back when another session takes the place of this one, by a switch here or in another tab;
 * answers how to stop.
 */
export function onSwitch(listener: (session: SessionAnswer) => void): () => void {
  let before = session();
  return onSession((next) => {
    const isSwitched = before !== null && next !== null && next.token !== before.token;
    before = next;
    if (next && isSwitched) listener(next);
  });
}
