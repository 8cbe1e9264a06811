import { deflateRawSync, inflateRawSync } from "node:zlib";
import { LIMITS } from "../base/limits.ts";
import type { SqlValue, Statement } from "./statement.ts";

/**
 * The text that most commits have in common, the most frequent last. Every database was
 * written with it: another text takes another form, and this one stays.
 */
const COMMITS = Buffer.from(
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

/** The same of what a checkpoint asks before a request is accepted. */
const CARDS = Buffer.from(
  [
    '"kind":"agent","credentialId":"cred_01m"}]',
    '["Accept the request from "," asks: ". USDC (TEST) is held for you. Declining returns any held price to the sender.","price":"1000000","release":"completed"},',
    '["Accept the request from ","@inbox. asks: . No price is offered to you. Declining returns any held price to the sender.",',
    '{"act":"accept","conversationId":"cnv_01m","from":"","price":"0","release":"replied"},',
    '[{"id":"R-STRANGER","outcome":"needs_person","detail":"The sender is not in your contacts."}],{"address":"","name":"","kind":"person"}]',
  ].join(""),
);

/** A small window: the memory that it takes would cost more time than the work. */
const WINDOW_BITS = 13;

/** By the first byte of a deflated text, which none begins with, and the first of the text. */
const FORMS = [
  { byte: 1, start: "{", dictionary: COMMITS },
  { byte: 2, start: "[", dictionary: CARDS },
] as const;

/**
 * The JSON text of an object or of a list as it is stored, deflated with a dictionary.
 * @throws TypeError for any other text
 */
export function deflatedText(text: string): Uint8Array {
  const form = FORMS.find(({ start }) => text.startsWith(start));
  if (!form) throw new TypeError("Cannot deflate: no object and no list");
  const { byte, dictionary } = form;
  const how = { dictionary, windowBits: WINDOW_BITS, level: 6, memLevel: 4 };
  const packed = deflateRawSync(text, how);
  const bytes = new Uint8Array(1 + packed.length);
  bytes[0] = byte;
  bytes.set(packed, 1);
  return bytes;
}

/**
 * The text that was deflated.
 * @throws if it cannot be read
 */
export function inflatedText(bytes: Uint8Array): string {
  const form = FORMS.find(({ byte }) => byte === bytes[0]);
  if (!form) throw new TypeError(`No form ${bytes[0]} of a deflated text`);
  const how = {
    dictionary: form.dictionary,
    windowBits: WINDOW_BITS,
    maxOutputLength: LIMITS.inflatedBytesMax,
  };
  return inflateRawSync(bytes.subarray(1), how).toString();
}

/** The same statement, one of whose texts the writer deflates, on a thread of its own. */
export function deflating(statement: Statement, text: string): Statement {
  return { ...statement, deflates: statement.args.indexOf(text) };
}

/** The arguments of a statement as they are stored. */
export function storedArgs({ args, deflates }: Statement): readonly SqlValue[] {
  return deflates === undefined
    ? args
    : args.with(deflates, deflatedText(String(args[deflates])));
}
