import { Type } from "typebox";
import { verifierKey } from "../../../packages/verify/src/signed_note.ts";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { signedLog } from "../audit/log/prove.ts";
import { signLog } from "../audit/log/sign_log.ts";
import {
  closed,
  integer,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { showTime } from "../base/time.ts";

/** Signs the log with the current ends of all chains. */
export const makeLogCheckpoint = defineCommand({
  name: "make_log_checkpoint",
  title: "Make a log checkpoint",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    checkpoint: nullable(
      closed({
        size: integer("Number of chain heads in the log."),
        at: timestamp("When it was signed."),
        root: string("Root of the tree over them, base64."),
        note: string("The signed note (C2SP tlog-checkpoint)."),
        key: string("The current signing key, in C2SP format."),
      }),
    ),
    created: Type.Boolean({ description: "False if nothing has changed." }),
    hasMore: Type.Boolean({
      description: "True if another one is due right away.",
    }),
  }),
  chains: () => [],
  async run(_input, call) {
    const { newest, isNew: created, hasMore } = await signLog(call);
    if (!newest) return { checkpoint: null, created, hasMore };
    const { note, signedAt } = newest;
    const { origin, size, root } = signedLog(note);
    const key = verifierKey(origin, call.signer.publicKey);
    const checkpoint = { size, root, note, key, at: showTime(signedAt) };
    return { checkpoint, created, hasMore };
  },
});
