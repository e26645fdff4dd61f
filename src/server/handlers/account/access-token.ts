// Access tokens: those of the own account, and those of users that the viewer manages.
import { accessTokenApi } from "../../../api/account/access-token.ts";
import { requireUser } from "../../account/user-as-seen.ts";
import { makeAccessToken, withdrawAccessToken } from "../../account/access-token.ts";
import { readViewerAccount } from "../../account/viewer.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { readAccount } from "../../store/account/account.ts";
import { readAccessTokens } from "../../store/account/access-token.ts";

const needsOwner = "The role that serves requests cannot read access tokens.";

export const accessTokenHandlers: Handlers<typeof accessTokenApi> = {
  list: {
    needsOwner,
    answer: ({ ownerDb, viewer, now }) => readAccessTokens(ownerDb, viewer.account_id, now()),
  },
  make: { needsOwner, answer: (context, { body }) => makeAccessToken(context, body) },
  withdraw: {
    needsOwner,
    answer: async (context, { params: { id } }) =>
      withdrawAccessToken(context, await readViewerAccount(context), id),
  },
  listOfUser: {
    needsOwner,
    answer: ({ ownerDb, now }, { params: { id } }) => readAccessTokens(ownerDb, id, now()),
  },
  withdrawOfUser: {
    needsOwner,
    async answer(context, { params: { id, access_token_id } }) {
      const { ownerDb, viewer } = context;
      refuse(accessTokenApi.withdrawOfUser, viewer, await requireUser(context, id));
      const user = requireFound(await readAccount(ownerDb, id));
      return withdrawAccessToken(context, user, access_token_id);
    },
  },
};
