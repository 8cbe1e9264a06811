import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { proveHeads } from "../audit/log/prove.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  integer,
  nullable,
} from "../base/schemas.ts";
import { frameForMember } from "../conversations/acts/store/load.ts";

/** Proves that the log contains the end of a conversation's chain. */
export const proveAuditHead = defineQuery({
  name: "prove_audit_head",
  title: "Prove an audit chain's head",
  description:
    "Read the last head of the conversation's audit chain in the transparency log, with the proof that the log has it (RFC 6962, section 2.1.1).",
  access: MEMBER,
  scope: "audit:read",
  input: closed({
    conversationId: ConversationId,
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Size of a signed log you have; the newest if absent.",
      }),
    ),
  }),
  output: closed({
    conversationId: ConversationIdWord,
    proven: nullable(
      closed({
        seq: integer("The record at the chain's head."),
        hash: Word("digest", "Its hash, as hex."),
        leaf: integer("Its place in the log, from 0."),
        size: integer("Size of the log that the proof leads to."),
        proof: Type.Array(Word("digest", "A hash, base64."), {
          description: "Hashes from the leaf to the root.",
        }),
      }),
    ),
  }),
  async run({ conversationId, size }, call) {
    await frameForMember(call, conversationId);
    const [found] = await proveHeads(call, [conversationId], size);
    // A chain enters the log with the next checkpoint.
    if (!found) return { conversationId, proven: null };
    const { chainId: _chain, proof, ...head } = found;
    return { conversationId, proven: { ...head, proof: [...proof] } };
  },
});
