import { Type } from "typebox";
import { definePreparedCommand, SESSION } from "../access/operation.ts";
import {
  fetchClientDocument,
  isDocumentUrl,
} from "../agents/remote/client_document.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { oauthStore } from "../identity/oauth/oauth_store.ts";

/** Registers an OAuth client whose id is the address of its metadata document. */
export const learnClient = definePreparedCommand({
  name: "learn_client",
  title: "Look up a client",
  description:
    "Read an OAuth client's metadata document at the URL that is its id; it is cached for an hour.",
  access: SESSION,
  rate: "resolve",
  input: closed({
    clientId: Type.String({ maxLength: LIMITS.clientDocumentUrlCharsMax }),
  }),
  output: closed({ clientId: Type.String() }),
  async prepare({ clientId }, { db, now, outside }) {
    if (!isDocumentUrl(clientId)) {
      throw new ServiceError("invalid_input", {
        detail: told`Cannot read the client's metadata document: its id must be the document's https address.`,
      });
    }
    const learnedAt = await oauthStore(db).learnedAt(clientId);
    const isFresh =
      learnedAt !== undefined && now < learnedAt + LIMITS.clientDocumentMs;
    return isFresh ? undefined : await fetchClientDocument(outside, clientId);
  },
  chains: () => [],
  async run({ clientId }, call, described) {
    if (described) {
      const { learn } = oauthStore(call.db);
      call.write(learn({ clientId, ...described, now: call.now }));
    }
    return { clientId };
  },
});
