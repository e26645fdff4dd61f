// Passwords: reset by a link in a mail, changed by the user.
import type { passwordApi } from "../../../api/account/password.ts";
import { failure } from "../../../domain/error.ts";
import { confirmedUser } from "../../account/confirmed-user.ts";
import { countRequest } from "../../account/request-limit.ts";
import { checkOwnPassword, checkRepeat, chosenPassword } from "../../account/chosen-password.ts";
import type { PublicOwnerContext } from "../../context.ts";
import { forgetGuesses, guessLimitOf } from "../../account/guess-limit.ts";
import type { Handlers } from "../../implement.ts";
import { passwordChangedMail } from "../../mail/mails.ts";
import { mailNotice } from "../../mail/notice.ts";
import { isPassword } from "../../account/password.ts";
import { mailResetLater } from "../../mail/reset-mail.ts";
import { isActive, readAccount } from "../../store/account/account.ts";
import { authorOf, changeWithAudit } from "../../store/account/audit.ts";
import { readConfirmation } from "../../store/account/confirmation.ts";
import { changePassword, resetPassword } from "../../store/account/profile.ts";

const isPublic = "The call is public, so there is no viewer.";
const done = { done: true } as const;

export const passwordHandlers: Handlers<typeof passwordApi> = {
  forgot: {
    needsOwner: isPublic,
    async answer(context, { body }) {
      await countRequest(context.ownerDb, "reset", context.address);
      mailResetLater(context, body.email);
      return done;
    },
  },

  readReset: {
    needsOwner: isPublic,
    async answer(context, { params }) {
      const { row } = await openReset(context, params.key);
      return confirmedUser(context, row);
    },
  },

  reset: {
    needsOwner: isPublic,
    async answer(context, { params, body }) {
      const { ownerDb, now, address, request_id } = context;
      const { row, reset } = await openReset(context, params.key);
      checkRepeat(body);
      const hash = await chosenPassword(ownerDb, row, body.new_password, "new_password");
      const isReset = await changeWithAudit(
        { ...authorOf(row, request_id), db: ownerDb },
        (db) => resetPassword(db, reset, hash, now()),
        (isDone) => (isDone ? { action: "password_reset" } : null),
      );
      if (!isReset) throw resetExpired();
      // A user who forgot the password has tried wrong ones: these no longer count. Nor do those of
      // strangers, so that the e-mail is always a way back.
      await forgetGuesses(guessLimitOf(ownerDb), row, address);
      await mailNotice(context, row, (brand) =>
        passwordChangedMail(row, context.locale ?? row.locale, brand),
      );
      return done;
    },
  },

  change: {
    needsOwner:
      "The viewer's own password and sessions, which are not readable by the serving role.",
    async answer(context, { body }) {
      const { ownerDb, viewer, session_hash, now, request_id } = context;
      const row = await readAccount(ownerDb, viewer.account_id);
      if (!row) throw failure("INVALID_TOKEN");
      await checkOwnPassword(context, row, body.password);
      checkRepeat(body);
      if (await isPassword(row.password_hash, body.new_password)) {
        throw failure("BAD_REQUEST", { reason: "password_unchanged", field: "new_password" });
      }
      const hash = await chosenPassword(ownerDb, row, body.new_password, "new_password");
      await changeWithAudit(
        { ...authorOf(row, request_id), db: ownerDb },
        (db) => changePassword(db, row.id, session_hash, hash, now()),
        () => ({ action: "password_changed" }),
      );
      await mailNotice(context, row, (brand) => passwordChangedMail(row, viewer.locale, brand));
      return done;
    },
  },
};

function resetExpired() {
  return failure("RESOURCE_NOT_FOUND", { reason: "reset_over" });
}

async function openReset({ ownerDb, now }: PublicOwnerContext, key: string) {
  const reset = await readConfirmation(ownerDb, key, ["reset_password"], now());
  const row = reset && (await readAccount(ownerDb, reset.account_id));
  if (!row || !isActive(row) || row.deleted_at !== null) throw resetExpired();
  return { row, reset };
}
