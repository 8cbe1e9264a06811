import { deflateRawSync } from "node:zlib";
import type { Statement } from "./statement.ts";

/**
 * What most commits have in common, the most frequent last. Every database was
 * written with it: another text takes another form, and this one stays.
 */
const DICTIONARY = Buffer.from(
  [
    '{"name":"payment.updated","version":1,"state":"submitted","previousStatus":"none","payment":{"paymentId":"pay_01m","status":"held","price":{"amount":"1.00","currency":"USDC"},"label":"TEST"',
    '{"type":"checkpoint.opened","checkpointId":"chk_01m","audience":[0,1],"commitment":"","refs":{"actionDigest":"","outcome":"needs_person"}',
    '{"type":"checkpoint.approved","checkpointId":"chk_01m"},{"type":"artifact.added","refs":{"artifactId":"art_01m"},"commitment":"',
    '{"type":"payment.released","paymentStatus":"released","refs":{"receiptId":"rcp_01m"}},{"type":"receipt.signed"},{"type":"conversation.completed","stateFrom":"working","stateTo":"completed"',
    '{"type":"conversation.working","stateFrom":"submitted","stateTo":"working","event":{"name":"state.changed","version":2,"state":"working","from":"submitted","reason":null,"eventId":"evt_01m',
    '{"type":"payment.held","paymentStatus":"held","reviewId":"rev_01m',
    '"kind":"person","accountId":"acc_01m","own":null}],"via":"web","via":"mcp","via":"system","requestId":"clock-',
    '"transfer trf_01m":"","payment":"","checkpoint chk_01m":"","file 1":"","participant 2":"","message 2":"',
    '{"at":17953440,"via":"rest","requestId":"req_01a2","salt":"',
    '","actors":[{"kind":"agent","accountId":"acc_01m","own":{"salt":"","credentialId":"cred_01m","name":"First credential"}}],"said":[',
    '{"type":"conversation.created"},{"type":"review.completed","reviewId":"rev_01m","refs":{"outcome":"allow","actionDigest":"0123456789abcdef"},"audience":[0]},',
    '{"type":"conversation.submitted","stateTo":"submitted","reviewId":"rev_01m","event":{"name":"state.changed","version":1,"state":"submitted","from":null,"reason":null,"eventId":"evt_01m"}},',
    '{"type":"message.appended","refs":{"messageId":"msg_01m"},"commitment":"","event":{"name":"message.appended","version":1,"state":"submitted","messageId":"msg_01m","eventId":"evt_01m"}}],',
    '"holds":{"conversation":"","participant 0":"","participant 1":"","message 1":""}}',
  ].join(""),
);

/** A small window: the memory that it takes would cost more time than the work. */
export const WINDOW = { dictionary: DICTIONARY, windowBits: 13 };
const WRITING = { ...WINDOW, level: 6, memLevel: 4 };

/** The first byte of a deflated text: none begins a JSON text. */
export const DEFLATED = 1;

/** A text as it is stored, deflated with the dictionary. */
export function deflatedText(text: string): Uint8Array {
  const packed = deflateRawSync(text, WRITING);
  const bytes = new Uint8Array(1 + packed.length);
  bytes[0] = DEFLATED;
  bytes.set(packed, 1);
  return bytes;
}

/** The same statement, one of whose texts the writer deflates, on a thread of its own. */
export function deflating(statement: Statement, text: string): Statement {
  return { ...statement, deflates: statement.args.indexOf(text) };
}
