// The own profile of a user. With UPDATE_USER also the names of other users.
import { profileApi } from "../../../api/account/profile.ts";
import { failure } from "../../../domain/error.ts";
import { personNameRefusal } from "../../../domain/account/profile.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, type Handlers } from "../../implement.ts";
import { checkOwnPassword } from "../../account/chosen-password.ts";
import { readMe } from "../../account/me.ts";
import { endMethodChange, prepareMethodChange } from "../../account/method-change.ts";
import { createRecoveryCodes } from "../../account/recovery-code.ts";
import { requestSecurityCode } from "../../account/security-code.ts";
import { requireUser } from "../../account/user-as-seen.ts";
import { readViewerAccount } from "../../account/viewer.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/account/profile.ts";
import { readRecoveryCodes } from "../../store/account/recovery-code.ts";

const ownAccount = "The viewer's own account is not visible while staff act for a customer.";
const ownSessions = "The role that serves requests cannot read sessions.";
const confirmations = "The role that serves requests cannot read codes.";
const done = { done: true } as const;
const minute = 60_000;

export const profileHandlers: Handlers<typeof profileApi> = {
  requestSecurityCode: {
    needsOwner: confirmations,
    answer: (context) => requestSecurityCode(context),
  },

  changeUserNames: {
    needsOwner: ownAccount,
    async answer(context, { params, body }) {
      const { ownerDb, viewer } = context;
      if (params.id !== viewer.account_id) await checkOtherUser(context, params.id);
      for (const field of ["first_name", "last_name"] as const) {
        const refusal = personNameRefusal(body[field]);
        if (refusal) throw failure("BAD_REQUEST", { ...refusal, field });
      }
      const names = { first_name: body.first_name.trim(), last_name: body.last_name.trim() };
      const change = async (db: Database) => {
        if (!(await store.updateNames(db, params.id, names))) throw failure("RESOURCE_NOT_FOUND");
      };
      await changeWithAudit({ ...context, db: ownerDb }, change, () => ({
        action: "user_names_changed",
        detail: { user_id: params.id },
      }));
      return done;
    },
  },

  storePreferences: {
    needsOwner: ownAccount,
    async answer(context, { body }) {
      const { ownerDb, viewer, session_hash, settings } = context;
      refuse(profileApi.storePreferences, viewer, body);
      await store.updatePreferences(ownerDb, viewer.account_id, session_hash, body);
      const { show_all_key_figures = viewer.show_all_key_figures } = body;
      return readMe(ownerDb, { ...viewer, show_all_key_figures }, settings);
    },
  },

  prepareChangeAuthMethod: {
    needsOwner: confirmations,
    answer: (context, { body }) => prepareMethodChange(context, body),
  },

  changeAuthMethod: {
    needsOwner: confirmations,
    async answer(context, { params, body }) {
      await endMethodChange(context, params.key, body);
      return done;
    },
  },

  recoveryCodes: {
    needsOwner: confirmations,
    answer: ({ ownerDb, viewer }) => readRecoveryCodes(ownerDb, viewer.account_id),
  },

  createRecoveryCodes: {
    needsOwner: confirmations,
    answer: async (context, { body }) => ({ codes: await createRecoveryCodes(context, body) }),
  },

  listSessions: {
    needsOwner: ownSessions,
    async answer({ ownerDb, viewer, session_hash, settings, now }) {
      const ago = (minutes: number) => new Date(now().getTime() - minutes * minute);
      const expired = {
        idle: ago(settings.session_idle_minutes),
        absolute: ago(settings.session_absolute_minutes),
      };
      return store.readSessions(ownerDb, viewer.account_id, session_hash, expired);
    },
  },

  endOtherSessions: {
    needsOwner: ownSessions,
    async answer(context, { body }) {
      const { ownerDb, viewer, session_hash } = context;
      // Who has stolen a session must not shut the user out with it.
      await checkOwnPassword(context, await readViewerAccount(context), body.password);
      const ended = await changeWithAudit(
        { ...context, db: ownerDb },
        (db) => store.endOtherSessions(db, viewer.account_id, session_hash, "elsewhere"),
        (count) => ({ action: "other_sessions_ended", detail: { ended: count } }),
      );
      return { ended };
    },
  },
};

/** @throws PERMISSION_DENIED, or RESOURCE_NOT_FOUND for users that the viewer does not see */
async function checkOtherUser(context: Context, id: number): Promise<void> {
  // Before the user is read: the answer must not reveal whether an account exists.
  const { viewer } = context;
  refuse(profileApi.changeUserNames, viewer, { id });
  refuse(profileApi.changeUserNames, viewer, await requireUser(context, id));
}
