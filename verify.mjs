#!/usr/bin/env node
// Checks an archive that was exported from an inbox, away from it: node verify.mjs --help
// One file, for Node and Bun, made of packages/verify/ by `bun run generate`.
// packages/verify/src/verify_command.ts
import { readFile as readFile2 } from "node:fs/promises";
import { parseArgs } from "node:util";

// packages/verify/src/sha256.ts
import { hash } from "node:crypto";
function sha256Bytes(data) {
  return new Uint8Array(hash("sha256", data, "buffer"));
}
function sha256Hex(data) {
  return hash("sha256", data);
}

// packages/verify/src/bytes.ts
var HEX = /^(?:[0-9a-f]{2})*$/;
var BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
function utf8(text) {
  return new TextEncoder().encode(text);
}
function fromHex(text) {
  if (!HEX.test(text))
    throw new Error("it is not hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0;at < bytes.length; at += 1) {
    bytes[at] = 16 * digitAt(text, 2 * at) + digitAt(text, 2 * at + 1);
  }
  return bytes;
}
function digitAt(text, at) {
  const code = text.charCodeAt(at);
  return code - (code < LETTERS_FROM ? ZERO : TEN);
}
var [ZERO, LETTERS_FROM] = [48, 97];
var TEN = LETTERS_FROM - 10;
function toHex(bytes) {
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}
function fromBase64(text) {
  if (!BASE64.test(text))
    throw new Error("it is not base64");
  return Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
}
function fromBase64Url(text) {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}
function joined(...parts) {
  const length = parts.reduce((sum, it) => sum + it.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
function hexDigest(data) {
  return sha256Hex(data);
}
async function isSignature(publicKey, signature, signed) {
  const name = "Ed25519";
  const usages = ["verify"];
  const raw = ["raw", publicKey, { name }, false, usages];
  const key = await crypto.subtle.importKey(...raw);
  return await crypto.subtle.verify({ name }, key, signature, signed);
}

// packages/verify/src/findings.ts
class Findings {
  faults = [];
  counts = {};
  said = [];
  blame(about, problem) {
    this.faults.push({ about, problem });
  }
  count(what, more = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + more;
  }
}
function pathsIn(archive, folder) {
  return archive.paths.filter((it) => it.startsWith(`${folder}/`)).toSorted();
}

// packages/verify/src/record_hash.ts
var NO_HASH = "0".repeat(64);
function recordHash(prev, digests) {
  return hexDigest(fromHex(prev + digests.join("")));
}
function entryHash(record, seq, last) {
  return seq === last ? record : hexDigest(`${record} ${seq}`);
}

// packages/verify/src/rows.ts
function memberText(row, name) {
  const value = row[name];
  return typeof value === "string" ? value : "";
}
function numberIn(row, name) {
  const value = row[name];
  const isFit = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return isFit ? value : -1;
}
function textsIn(row, name) {
  const value = row[name];
  return Array.isArray(value) ? value.filter((it) => typeof it === "string") : [];
}
function objectIn(row, name) {
  return asRow(row[name]) ?? {};
}
function asRow(value) {
  const isRow = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRow ? value : undefined;
}
function rowIn(bytes) {
  const row = asRow(JSON.parse(textOfBytes(bytes)));
  if (!row)
    throw new Error("it is not a JSON object");
  return row;
}
function* rowsIn(bytes) {
  for (const line of textOfBytes(bytes).split(`
`)) {
    if (line === "")
      continue;
    const row = asRow(JSON.parse(line));
    if (!row)
      throw new Error("a line of it is not a JSON object");
    yield row;
  }
}
function textOfBytes(bytes) {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

// packages/verify/src/records.ts
var NO_RECORD = { seq: 0, hash: NO_HASH };
var ENVELOPE = [
  "seq",
  "hash",
  "prevHash",
  "bodyHash",
  "commit"
];
var REDACTED = [...ENVELOPE, "type"];
var SHARED = [
  "at",
  "conversationId",
  "requestId",
  "v",
  "via"
];
var HASH = /^[0-9a-f]{64}$/;

class ChainCheck {
  #last;
  #prev;
  #open = [];
  #head;
  constructor(from = NO_RECORD) {
    this.#last = from;
    this.#prev = from.hash;
  }
  get last() {
    return this.#last;
  }
  get isWhole() {
    return this.#open.length === 0;
  }
  add(entry) {
    const problem = this.#placeProblem(entry) ?? this.#lineProblem(entry);
    if (problem !== undefined)
      return problem;
    const { seq, hash } = entry;
    this.#last = { seq, hash };
    this.#open.push(entry);
    return entry.commit === undefined ? undefined : this.#close(entry);
  }
  #placeProblem({ seq, prevHash, bodyHash }) {
    if (seq !== this.#last.seq + 1) {
      return `record ${this.#last.seq + 1} is missing`;
    }
    if (prevHash !== this.#last.hash) {
      return "it does not follow the record before it";
    }
    return HASH.test(bodyHash) ? undefined : "its fingerprint is malformed";
  }
  #lineProblem(entry) {
    if (isRedactedRecord(entry)) {
      const hasMore = Object.keys(entry).some((it) => !REDACTED.includes(it));
      return hasMore ? "it is marked as not for you but has more members" : undefined;
    }
    const line = membersOf(entry, (name) => !ENVELOPE.includes(name) && !SHARED.includes(name));
    if (hexDigest(canonicalText(line)) !== entry.bodyHash) {
      return "its body was changed";
    }
    const shared = membersOf(entry, (name) => SHARED.includes(name));
    const seq = this.#open[0]?.seq ?? entry.seq;
    const head = hexDigest(canonicalText({ ...shared, seq }));
    if (this.#head !== undefined && this.#head !== head) {
      return "its body was changed";
    }
    this.#head = head;
    return;
  }
  #close({ commit, seq: last }) {
    const row = asRow(commit) ?? {};
    const head = memberText(row, "head");
    const inner = memberText(row, "inner");
    const isFit = HASH.test(head) && HASH.test(inner) && numberIn(row, "entries") === this.#open.length;
    if (!isFit)
      return "its hash does not match its parts";
    if (this.#head !== undefined && this.#head !== head) {
      return "its body was changed";
    }
    const digests = this.#open.map(({ bodyHash }) => bodyHash);
    const hash = recordHash(this.#prev, [head, ...digests, inner]);
    const isRight = this.#open.every((it) => it.hash === entryHash(hash, it.seq, last));
    this.#prev = hash;
    this.#open = [];
    this.#head = undefined;
    return isRight ? undefined : "its hash is wrong";
  }
}
function isRedactedRecord({ type }) {
  return type === "redacted";
}
function membersOf(entry, isIn) {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => isIn(name)));
}
function canonicalText(value) {
  if (Array.isArray(value))
    return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map(([name, it]) => `${JSON.stringify(name)}:${canonicalText(it)}`);
  return `{${members.join(",")}}`;
}

// packages/verify/src/check_chains.ts
var COMMITTING = {
  "message.appended": "messageId",
  "artifact.added": "artifactId",
  "receipt.signed": "receiptId",
  "proposal.made": "proposalId"
};
async function checkChains(archive, proven, findings) {
  const parts = new Map;
  for (const path of pathsIn(archive, "chains")) {
    const chainId = path.split("/")[1] ?? "";
    parts.set(chainId, [...parts.get(chainId) ?? [], path]);
  }
  const chains = new Map;
  for (const [chainId, paths] of parts) {
    const words = await checkChain(archive, { chainId, paths }, proven, findings);
    chains.set(chainId, words);
    findings.count("chains");
  }
  for (const chainId of proven?.keys() ?? []) {
    if (!chains.has(chainId))
      findings.blame(chainId, "its chain is missing");
  }
  return chains;
}
async function checkChain(archive, {
  chainId,
  paths
}, proven, findings) {
  const words = {
    state: undefined,
    isSent: false,
    hasHidden: false,
    agreedId: "",
    commitments: new Map
  };
  const end = proven?.get(chainId);
  if (proven && !end)
    findings.blame(chainId, "the log has no proof of it");
  const chain = new ChainCheck;
  for (const path of paths) {
    for (const row of rowsIn(await archive.read(path))) {
      const record = recordIn(row);
      const problem = chain.add(record) ?? strangerIn(row, chainId);
      if (problem) {
        findings.blame(chainId, `record ${record.seq}: ${problem}`);
        return words;
      }
      note(words, row);
      findings.count("records");
      if (end?.seq !== record.seq || end.hash === record.hash)
        continue;
      findings.blame(chainId, `record ${record.seq}: the log has a different one`);
    }
  }
  const { last, isWhole } = chain;
  if (end && last.seq < end.seq) {
    findings.blame(chainId, `records ${last.seq + 1} to ${end.seq} are missing`);
  } else if (!isWhole) {
    findings.blame(chainId, `records after ${last.seq} are missing`);
  } else if (end && last.seq > end.seq) {
    findings.said.push(`${chainId}: records ${end.seq + 1} to ${last.seq} are newer than this log`);
  }
  return words;
}
function recordIn(row) {
  return {
    ...row,
    seq: numberIn(row, "seq"),
    hash: memberText(row, "hash"),
    prevHash: memberText(row, "prevHash"),
    bodyHash: memberText(row, "bodyHash"),
    type: memberText(row, "type")
  };
}
function strangerIn(row, chainId) {
  const isOurs = memberText(row, "type") === "redacted" || memberText(row, "conversationId") === chainId;
  return isOurs ? undefined : "it belongs to another chain";
}
function note(words, row) {
  if (isRedactedRecord({ type: memberText(row, "type") })) {
    words.state = undefined;
    words.isSent = true;
    words.hasHidden = true;
    return;
  }
  const state = memberText(row, "stateTo");
  if (state !== "")
    words.state = state;
  const refs = objectIn(row, "refs");
  const type = memberText(row, "type");
  words.isSent ||= type === "message.appended";
  if (type === "proposal.accepted") {
    words.agreedId = memberText(refs, "proposalId");
  }
  const id = memberText(refs, COMMITTING[type] ?? "");
  if (id !== "")
    words.commitments.set(id, memberText(row, "commitment"));
}

// packages/verify/src/notes.ts
var [ED25519_KEY, COSIGNATURE_KEY] = [1, 4];
var ML_DSA_KEY = 6;
var SIGNATURE_DASH = "—";
var ID_BYTES = 4;
var TIME_BYTES = 8;
var SECONDS_MAX = 253402300799n;
function readNoteKey(text) {
  const [name = "", id = "", ...rest] = text.split("+");
  const bytes = fromBase64(rest.join("+"));
  const [type = 0] = bytes;
  if (type === ML_DSA_KEY) {
    throw new Error(`Cannot check with the key of ${name}: it is for ML-DSA; an Ed25519 key is needed`);
  }
  const publicKey = bytes.slice(1);
  const isKnown = type === ED25519_KEY || type === COSIGNATURE_KEY;
  const isItsId = toHex(noteKeyId(name, bytes)) === id;
  if (name === "" || !isKnown || publicKey.length !== 32 || !isItsId) {
    throw new Error("it is not the key of a note");
  }
  return { name, id, type, publicKey };
}
function noteKeyId(name, key) {
  return sha256Bytes(joined(utf8(`${name}
`), key)).slice(0, ID_BYTES);
}
function signedTextOf(note) {
  return note.slice(0, note.lastIndexOf(`

`) + 1);
}
function partsOf(note) {
  const text = signedTextOf(note);
  const lines = note.slice(text.length + 1).split(`
`);
  const signatures = lines.flatMap((line) => {
    const [dash, name = "", value = "", ...more] = line.split(" ");
    if (dash !== SIGNATURE_DASH || more.length > 0)
      return [];
    try {
      const bytes = fromBase64(value);
      const id = toHex(bytes.slice(0, ID_BYTES));
      return [{ name, id, signature: bytes.slice(ID_BYTES) }];
    } catch {
      return [];
    }
  });
  return { text, signatures };
}
async function signedText(note, key) {
  const { text, signatures } = partsOf(note);
  for (const { name, id, signature } of signatures) {
    if (name !== key.name || id !== key.id)
      continue;
    if (await isSignature(key.publicKey, signature, utf8(text)))
      return text;
  }
  return;
}
async function cosignedAt(note, key) {
  const { text, signatures } = partsOf(note);
  for (const { name, id, signature } of signatures) {
    if (name !== key.name || id !== key.id)
      continue;
    if (signature.length <= TIME_BYTES)
      continue;
    const view = new DataView(signature.buffer, signature.byteOffset);
    const time = view.getBigUint64(0);
    if (time === 0n || time > SECONDS_MAX)
      continue;
    const signed = utf8(`cosignature/v1
time ${time}
${text}`);
    const bytes = signature.slice(TIME_BYTES);
    if (await isSignature(key.publicKey, bytes, signed))
      return Number(time);
  }
  return;
}

// packages/verify/src/log_head.ts
var SHAPE = /^(?<origin>[^\n]+)\n(?<size>\d{1,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n/;
function treeHeadIn(text, log) {
  const head = headIn(text);
  if (head?.origin !== log)
    return;
  return { size: head.size, root: fromBase64(head.root) };
}
function headIn(text) {
  const groups = SHAPE.exec(text)?.groups;
  if (!groups)
    return;
  const { origin = "", root = "" } = groups;
  return { origin, size: Number(groups.size), root };
}

// packages/verify/src/merkle.ts
var LEAF = Uint8Array.of(0);
var NODE = Uint8Array.of(1);
function entryOf({ chainId, seq, hash }) {
  return sha256Bytes(`${chainId} ${seq} ${hash}`);
}
function leafHash(entry) {
  return sha256Bytes(joined(LEAF, entry));
}
function nodeHash(left, right) {
  return sha256Bytes(joined(NODE, left, right));
}
function rootByInclusion(leaf, { leaf: place, size }, proof) {
  if (!isPlace(place) || !isPlace(size) || place >= size)
    return;
  let [at, last, hash] = [place, size - 1, leaf];
  for (const step of proof) {
    if (last === 0)
      return;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(step, hash);
      while (at % 2 === 0 && at > 0) {
        at /= 2;
        last = half(last);
      }
    } else {
      hash = nodeHash(hash, step);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 ? hash : undefined;
}
function isConsistent(older, newer, proof) {
  if (!isPlace(older.size) || !isPlace(newer.size))
    return false;
  if (older.size < 1 || older.size > newer.size)
    return false;
  if (older.size === newer.size) {
    return proof.length === 0 && isSame(older.root, newer.root);
  }
  const isWhole = Number.isInteger(Math.log2(older.size));
  const [first, ...rest] = isWhole ? [older.root, ...proof] : proof;
  if (!first)
    return false;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1)
    [at, last] = [half(at), half(last)];
  let [before, after] = [first, first];
  for (const step of rest) {
    if (last === 0)
      return false;
    if (at % 2 === 1 || at === last) {
      before = nodeHash(step, before);
      after = nodeHash(step, after);
      while (at % 2 === 0 && at > 0)
        [at, last] = [half(at), half(last)];
    } else {
      after = nodeHash(after, step);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(before, older.root) && isSame(after, newer.root);
}
function isSame(a, b) {
  return toHex(a) === toHex(b);
}
var half = (number) => Math.floor(number / 2);
var isPlace = (number) => Number.isSafeInteger(number) && number >= 0;

// packages/verify/src/check_log.ts
var CHECKPOINT = "log/checkpoint";
async function signedHead(note, ...keys) {
  for (const key of keys) {
    const text = await signedText(note, key);
    const head = text === undefined ? undefined : treeHeadIn(text, key.name);
    if (head)
      return { ...head, note };
  }
  return;
}
async function checkLog(archive, { keys, witnesses, wanted, against, proof }, findings) {
  if (!archive.has(CHECKPOINT)) {
    findings.blame(CHECKPOINT, "it is missing: no chain can be checked against it");
    return;
  }
  const note = textOfBytes(await archive.read(CHECKPOINT));
  const head = await signedHead(note, ...keys);
  if (!head) {
    findings.blame(CHECKPOINT, "it is not signed with the log's key");
    return;
  }
  findings.said.push(`log ${keys[0]?.name}: ${head.size} chain ends, root ${toHex(head.root)}`);
  const heads = await checkConsistency(archive, keys, head, findings);
  if (against !== undefined) {
    const kept = await signedHead(against, ...keys);
    if (kept && proof && goesOn(kept, head, proof)) {
      heads.set(kept.size, kept);
    }
    checkAgainst(kept, heads, findings);
  }
  for (const witness of new Set([...witnesses, ...wanted])) {
    const isWanted = wanted.includes(witness);
    await checkWitness(readNoteKey(witness), isWanted, heads, findings);
  }
  return await checkProofs(archive, heads, findings);
}
async function checkWitness(key, isWanted, heads, findings) {
  const newestFirst = [...heads.values()].sort((a, b) => b.size - a.size);
  for (const { size, note } of newestFirst) {
    const time = await cosignedAt(note, key);
    if (time === undefined)
      continue;
    const at = new Date(1000 * time).toISOString();
    findings.said.push(`witness ${key.name} signed the log of size ${size} at ${at}`);
    return;
  }
  if (isWanted) {
    findings.blame(`witness ${key.name}`, "it signed no checkpoint of the log in this archive");
  }
}
async function checkConsistency(archive, keys, newest, findings) {
  const heads = new Map([[newest.size, newest]]);
  for (const path of pathsIn(archive, "log/consistency")) {
    for (const row of rowsIn(await archive.read(path))) {
      const older = await signedHead(memberText(row, "note"), ...keys);
      if (!older) {
        findings.blame(path, "a note in it is not signed with the log's key");
      } else if (goesOn(older, newest, row)) {
        heads.set(older.size, older);
        findings.count("older checkpoints of the log");
      } else {
        findings.blame(path, `the log does not extend the checkpoint signed at size ${older.size}`);
      }
    }
  }
  return heads;
}
function goesOn(older, newer, row) {
  return isConsistent(older, newer, textsIn(row, "proof").map(fromBase64));
}
function checkAgainst(head, heads, findings) {
  const about = "the checkpoint that you kept";
  const known = head && heads.get(head.size);
  if (!head) {
    findings.blame(about, "it is not signed with the log's key");
  } else if (!known) {
    findings.blame(about, `nothing proves that the log extends size ${head.size}: request /v1/audit/log/consistency?from=${head.size} from the service and pass the answer with --proof`);
  } else if (isSame(known.root, head.root)) {
    findings.said.push(`the log extends ${about}, of size ${head.size}`);
  } else {
    findings.blame(about, "it was signed for a different log");
  }
}
async function checkProofs(archive, heads, findings) {
  const ends = new Map;
  for (const path of pathsIn(archive, "log/proofs")) {
    for (const row of rowsIn(await archive.read(path))) {
      const end = endIn(row);
      ends.set(end.chainId, end);
      if (await isProven(end, row, heads))
        findings.count("proofs");
      else
        findings.blame(end.chainId, "the log does not contain its end");
    }
  }
  return ends;
}
function endIn(row) {
  return {
    chainId: memberText(row, "chainId"),
    seq: numberIn(row, "seq"),
    hash: memberText(row, "hash"),
    leaf: numberIn(row, "leaf"),
    size: numberIn(row, "size")
  };
}
async function isProven(end, row, heads) {
  const head = heads.get(end.size);
  const proof = textsIn(row, "proof").map(fromBase64);
  const root = rootByInclusion(leafHash(entryOf(end)), end, proof);
  return head !== undefined && root !== undefined && isSame(root, head.root);
}

// packages/verify/src/check_manifest.ts
var MANIFEST = "manifest.json";
var NOTE = "manifest.note";
var PARTS = "manifest";
async function checkManifest(archive, key, findings) {
  if (!archive.has(MANIFEST)) {
    return findings.blame(MANIFEST, "it is missing: no file can be checked");
  }
  const bytes = await archive.read(MANIFEST);
  const note = archive.has(NOTE) ? textOfBytes(await archive.read(NOTE)) : "";
  const signed = await signedText(note, key);
  if (signed !== `${key.name}
${hexDigest(bytes)}
`) {
    findings.blame(MANIFEST, "the service has not signed it");
  }
  const listed = new Map;
  for (const [path, row] of Object.entries(objectIn(rowIn(bytes), "files"))) {
    listed.set(path, objectIn({ row }, "row"));
  }
  for (const path of pathsIn(archive, PARTS)) {
    for (const row of rowsIn(await archive.read(path))) {
      listed.set(memberText(row, "path"), row);
    }
  }
  for (const path of archive.paths) {
    const isOfItself = path === MANIFEST || path === NOTE;
    if (isOfItself || listed.has(path))
      continue;
    findings.blame(path, "the manifest does not list it");
  }
  for (const [path, row] of listed) {
    await checkFile(archive, path, row, findings);
  }
}
async function checkFile(archive, path, row, findings) {
  if (!archive.has(path)) {
    return findings.blame(path, "it is missing");
  }
  const bytes = await archive.read(path);
  const isSame = bytes.length === numberIn(row, "bytes") && hexDigest(bytes) === memberText(row, "sha256");
  if (!isSame)
    findings.blame(path, "it differs from the exported file");
  findings.count("files");
}

// packages/verify/src/terms/signed_jws.ts
async function isSignedJws(jws, jwks) {
  const parts = jws.split(".");
  const [header = "", payload = "", signature = ""] = parts;
  try {
    if (parts.length !== 3)
      return false;
    const said = rowIn(fromBase64Url(header));
    if (memberText(said, "alg") !== "EdDSA")
      return false;
    const signed = utf8(`${header}.${payload}`);
    for (const key of keysIn(jwks)) {
      if (memberText(key, "kid") !== memberText(said, "kid"))
        continue;
      if (memberText(key, "crv") !== "Ed25519")
        continue;
      const publicKey = fromBase64Url(memberText(key, "x"));
      const bytes = fromBase64Url(signature);
      if (await isSignature(publicKey, bytes, signed))
        return true;
    }
  } catch {}
  return false;
}
function payloadOf(jws) {
  return rowIn(fromBase64Url(jws.split(".")[1] ?? ""));
}
function keysIn(jwks) {
  const keys = asRow(jwks)?.keys;
  if (!Array.isArray(keys))
    return [];
  return keys.map((it) => asRow(it) ?? {});
}

// packages/verify/src/terms/check_dispute.ts
async function disputeFault(conversation, jwks) {
  const dispute = objectIn(objectIn(conversation, "terms"), "dispute");
  const outcome = objectIn(dispute, "outcome");
  const jws = memberText(outcome, "jws");
  if (jws === "")
    return;
  if (!await isSignedJws(jws, jwks)) {
    return "the end of its dispute is not signed with the service's key";
  }
  const signed = payloadOf(jws);
  const amountOf = (name) => memberText(objectIn(outcome, name), "amount");
  const isSame = signed.conversationId === conversation.conversationId && signed.disputeId === dispute.disputeId && signed.status === dispute.status && signed.by === outcome.by && signed.at === outcome.at && signed.return === amountOf("return") && signed.release === amountOf("release");
  return isSame ? undefined : "the end of its dispute differs from what was signed";
}

// packages/verify/src/terms/check_proposals.ts
var SIGNED = [
  ...["proposalId", "by", "release", "dueAt", "validUntil", "previous"],
  "arbiter"
];
async function proposalFault(conversation, words, jwks) {
  const terms = objectIn(conversation, "terms");
  const { proposals } = terms;
  const { agreedId, hasHidden } = words;
  let accepted = "";
  let before;
  for (const it of Array.isArray(proposals) ? proposals : []) {
    const shown = asRow(it) ?? {};
    const id = memberText(shown, "proposalId");
    const jws = memberText(shown, "jws");
    const problem = await signatureFault(conversation, shown, jwks) ?? recordFault(shown, words);
    if (problem)
      return `its proposal ${id}: ${problem}`;
    const previous = before === undefined ? null : hexDigest(before);
    if (shown.previous !== previous) {
      return `its proposal ${id} does not follow the one before it`;
    }
    before = jws;
    if (memberText(shown, "status") === "accepted")
      accepted = id;
  }
  const isKnown = agreedId !== "" || !hasHidden;
  const isAgreed = accepted === memberText(terms, "agreedId");
  return isAgreed && (!isKnown || accepted === agreedId) ? undefined : "its agreed proposal is not the one that was accepted last";
}
async function signatureFault(conversation, shown, jwks) {
  const jws = memberText(shown, "jws");
  if (!await isSignedJws(jws, jwks)) {
    return "it is not signed with the service's key";
  }
  const signed = payloadOf(jws);
  const isOfIt = memberText(signed, "conversationId") === memberText(conversation, "conversationId");
  const isSame = SIGNED.every((name) => signed[name] === shown[name]) && signed.price === memberText(objectIn(shown, "price"), "amount");
  return isOfIt && isSame ? undefined : "it differs from what was signed";
}
function recordFault(shown, { commitments, hasHidden }) {
  const id = memberText(shown, "proposalId");
  const recorded = commitments.get(id);
  if (recorded === undefined) {
    return hasHidden ? undefined : "no record of it exists";
  }
  return recorded === hexDigest(memberText(shown, "jws")) ? undefined : "it differs from the recorded one";
}

// packages/verify/src/check_tables.ts
var CONVERSATIONS = "conversations";
var TABLES = {
  [CONVERSATIONS]: ["conversationId", conversationFault],
  messages: ["messageId", messageFault],
  artifacts: ["artifactId", artifactFault],
  receipts: ["receiptId", receiptFault]
};
async function checkTables(against, findings) {
  const { archive, chains } = against;
  const there = new Set;
  for (const [table, [name, check]] of Object.entries(TABLES)) {
    for (const path of pathsIn(archive, table)) {
      for (const row of rowsIn(await archive.read(path))) {
        const conversationId = memberText(row, "conversationId");
        if (table === CONVERSATIONS)
          there.add(conversationId);
        findings.count(table);
        const words = chains.get(conversationId);
        const problem = words ? await check(row, words, against) : "its conversation has no chain";
        if (problem)
          findings.blame(`${table} ${memberText(row, name)}`, problem);
      }
    }
  }
  for (const chainId of chains.keys()) {
    if (!chainId.startsWith("cnv_") || there.has(chainId))
      continue;
    findings.blame(chainId, "its conversation is missing");
  }
}
async function conversationFault(row, words, { jwks }) {
  const { state } = words;
  return state === undefined || state === memberText(row, "state") ? await proposalFault(row, words, jwks) ?? await disputeFault(row, jwks) : `its state is not ${state}, the state in its chain`;
}
async function messageFault(row, { isSent, commitments }) {
  return !isSent || commitments.has(memberText(row, "messageId")) ? undefined : "no record of its writing exists";
}
async function artifactFault(row, { commitments }, { archive }) {
  const id = memberText(row, "artifactId");
  const sha256 = memberText(row, "sha256") || hexDigest(memberText(row, "uri"));
  if (commitments.get(id) !== hexDigest(id + sha256)) {
    return "its fingerprint differs from the recorded one";
  }
  const path = memberText(row, "path");
  if (path === "")
    return;
  if (!archive.has(path))
    return "its file is missing";
  const bytes = await archive.read(path);
  const isSame = bytes.length === numberIn(row, "size") && hexDigest(bytes) === sha256;
  return isSame ? undefined : "its file differs from the recorded one";
}
async function receiptFault(row, { commitments }, { jwks }) {
  const jws = memberText(row, "jws");
  if (!await isSignedJws(jws, jwks)) {
    return "it is not signed with the service's key";
  }
  const recorded = commitments.get(memberText(row, "receiptId"));
  return recorded === hexDigest(jws) ? undefined : "it differs from the recorded one";
}

// packages/verify/src/check_archive.ts
var KEYS = "keys.json";
async function checkArchive(archive, known = {}) {
  const findings = new Findings;
  let about = KEYS;
  try {
    const row = rowIn(await archive.read(KEYS));
    const log = readNoteKey(memberText(row, "log"));
    const signer = readNoteKey(memberText(row, "archive"));
    const retired = textsIn(row, "retired").map(readNoteKey);
    checkKeys(row, { log, signer, retired }, known, findings);
    about = "manifest";
    await checkManifest(archive, signer, findings);
    about = "log";
    const { against, proof, witnesses: wanted = [] } = known;
    const witnesses = textsIn(row, "witnesses");
    const keys = [log, ...retired];
    const words = { keys, witnesses, wanted, against, proof };
    const proven = await checkLog(archive, words, findings);
    about = "chains";
    const chains = await checkChains(archive, proven, findings);
    about = "conversations";
    await checkTables({ archive, chains, jwks: row.jwks }, findings);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    findings.blame(about, `it cannot be read: ${why}`);
  }
  return findings;
}
function checkKeys(row, { log, signer, retired }, { key }, findings) {
  const old = new Set(retired.map(({ publicKey }) => toHex(publicKey)));
  const used = new Set([log, signer].map(({ publicKey }) => toHex(publicKey)));
  const jwks = asRow(row.jwks)?.keys;
  for (const it of Array.isArray(jwks) ? jwks : []) {
    const jwk = asRow(it) ?? {};
    if (memberText(jwk, "crv") !== "Ed25519")
      continue;
    const publicKey = toHex(fromBase64Url(memberText(jwk, "x")));
    if (!old.has(publicKey))
      used.add(publicKey);
  }
  if (used.size !== 1)
    findings.blame(KEYS, "its keys differ from one another");
  if (key === undefined) {
    findings.said.push(`key ${memberText(row, "log")}, taken from the archive itself: compare it with an independent source (--key)`);
  } else if (key !== memberText(row, "log")) {
    findings.blame(KEYS, "the log's key is not the one you gave");
  }
}

// packages/verify/src/open_archive.ts
import { open, readdir, readFile, stat } from "node:fs/promises";

// packages/verify/src/zip/zip_format.ts
var ZIP = {
  local: 67324752,
  central: 33639248,
  end: 101010256,
  end64: 101075792,
  locator64: 117853008,
  deflated: 8,
  max32: 4294967295
};

// packages/verify/src/zip/zip_archive.ts
var UNBOUNDED = {
  entries: Number.POSITIVE_INFINITY,
  directoryBytes: Number.POSITIVE_INFINITY,
  fileBytes: Number.POSITIVE_INFINITY
};
var END_BYTES = 22;
var COMMENT_BYTES_MAX = 65535;
var LOCATOR_BYTES = 20;
var END_64_BYTES = 56;
var CENTRAL_BYTES = 46;
var LOCAL_BYTES = 30;
var LENGTHS_FOLLOW = 8;
var STORED = 0;
async function openZip(read, bytes, bounds = UNBOUNDED) {
  const directory = await directoryOf(read, bytes, bounds);
  const entries = new Map;
  const { view, bytes: listed, start } = directory;
  for (let at = 0;at < listed.length; ) {
    if (view.getUint32(at, true) !== ZIP.central)
      throw broken();
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const name = at + CENTRAL_BYTES;
    const extra = name + nameBytes;
    const path = new TextDecoder().decode(listed.subarray(name, extra));
    if (entries.has(path))
      throw new Error(`two files in it have the name ${path}`);
    if (entries.size >= bounds.entries)
      throw tooLarge("it has too many files");
    entries.set(path, entryAt(view, at, extra, extra + extraBytes));
    at = extra + extraBytes + view.getUint16(at + 32, true);
  }
  const files = await besideEachOther(read, entries, start);
  return {
    paths: [...entries.keys()].filter((it) => !it.endsWith("/")),
    has: (path) => entries.has(path),
    async read(path) {
      const entry = files.get(path);
      if (!entry)
        throw new Error(`${path} is not in it`);
      if (Math.max(entry.size, entry.packed) > bounds.fileBytes) {
        throw tooLarge(`${path} is too large`);
      }
      return await contentOf(read, entry);
    }
  };
}
async function directoryOf(read, bytes, { directoryBytes }) {
  const length = Math.min(bytes, END_BYTES + COMMENT_BYTES_MAX);
  const tail = viewOf(await read(bytes - length, length));
  let end = length - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== ZIP.end)
    end -= 1;
  if (end < 0)
    throw broken();
  let size = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  const locator = end - LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === ZIP.locator64) {
    const at = longAt(tail, locator + 8);
    const whole = viewOf(await read(at, END_64_BYTES));
    if (whole.getUint32(0, true) !== ZIP.end64)
      throw broken();
    size = longAt(whole, 40);
    start = longAt(whole, 48);
  }
  if (start + size > bytes)
    throw broken();
  if (size > directoryBytes)
    throw tooLarge("its list of files is too long");
  const listed = await read(start, size);
  return { bytes: listed, view: viewOf(listed), start };
}
async function besideEachOther(read, listed, directory) {
  const files = new Map;
  const byPlace = [...listed].toSorted(([, a], [, b]) => a.at - b.at);
  let end = 0;
  for (const [path, entry] of byPlace) {
    refuseHidden(end, entry.at);
    const name = new TextEncoder().encode(path);
    const local = await read(entry.at, LOCAL_BYTES + name.length);
    const view = viewOf(local);
    if (view.getUint32(0, true) !== ZIP.local)
      throw broken();
    const own = new TextDecoder().decode(local.subarray(LOCAL_BYTES));
    if (view.getUint16(26, true) !== name.length || own !== path) {
      throw new Error(`${path} has a different name in its own header`);
    }
    const short = view.getUint32(18, true);
    const isLater = (view.getUint16(6, true) & LENGTHS_FOLLOW) !== 0;
    if (!isLater && short !== ZIP.max32 && short !== entry.packed)
      throw broken();
    const header = LOCAL_BYTES + name.length + view.getUint16(28, true);
    const data = entry.at + header;
    files.set(path, { ...entry, data });
    end = data + entry.packed;
  }
  refuseHidden(end, directory);
  return files;
}
function refuseHidden(end, next) {
  if (next < end)
    throw broken();
  if (next - end < LOCAL_BYTES)
    return;
  throw new Error("it contains data outside its list of files");
}
function entryAt(view, at, extra, end) {
  const short = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  const long = [];
  for (let from = extra;from + 4 <= end; ) {
    const length = view.getUint16(from + 2, true);
    if (view.getUint16(from, true) === 1) {
      for (let it = from + 4;it + 8 <= from + 4 + length; it += 8) {
        long.push(longAt(view, it));
      }
    }
    from += 4 + length;
  }
  const [size = 0, packed = 0, start = 0] = short.map((it) => it === ZIP.max32 ? long.shift() ?? it : it);
  const method = view.getUint16(at + 10, true);
  const crc = view.getUint32(at + 16, true);
  return { method, crc, packed, size, at: start };
}
async function contentOf(read, entry) {
  const packed = await read(entry.data, entry.packed);
  const bytes = entry.method === ZIP.deflated ? await inflated(packed, entry.size) : packed;
  const isRight = entry.method === STORED || entry.method === ZIP.deflated;
  if (!isRight || bytes.length !== entry.size)
    throw broken();
  if (crc32(bytes) !== entry.crc)
    throw broken();
  return bytes;
}
var CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0;bit < 8; bit++) {
    value = (value & 1 ? 3988292384 : 0) ^ value >>> 1;
  }
  return value;
});
function crc32(bytes) {
  let value = ZIP.max32;
  for (const byte of bytes) {
    value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ value >>> 8;
  }
  return (value ^ ZIP.max32) >>> 0;
}
async function inflated(packed, size) {
  const whole = new Uint8Array(size);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  for (let at = 0;; ) {
    const { value, done } = await reader.read();
    if (done)
      return at === size ? whole : whole.subarray(0, at);
    if (at + value.length > size)
      throw broken();
    whole.set(value, at);
    at += value.length;
  }
}
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
function longAt(view, at) {
  return Number(view.getBigUint64(at, true));
}
function tooLarge(why) {
  return new Error(`${why} for this reader`);
}
function broken() {
  return new Error("it is not a complete ZIP file");
}

// packages/verify/src/open_archive.ts
async function openArchive(path, bounds) {
  const found = await stat(path);
  return found.isDirectory() ? await openFolder(path) : await openFile(path, bounds);
}
async function openFolder(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = new Set;
  for (const entry of entries) {
    if (!entry.isFile())
      continue;
    const path = `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/");
    paths.add(path.slice(root.replaceAll("\\", "/").replace(/\/+$/, "").length + 1));
  }
  return {
    paths: [...paths],
    has: (path) => paths.has(path),
    async read(path) {
      if (!paths.has(path))
        throw new Error(`${path} is missing`);
      return new Uint8Array(await readFile(`${root}/${path}`));
    }
  };
}
async function openFile(path, bounds) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const zip = await openZip(async (start, length) => {
      if (start < 0 || start + length > size)
        throw new Error("it ends too early");
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, start);
      if (bytesRead !== length)
        throw new Error("it ends too early");
      return bytes;
    }, size, bounds);
    return { ...zip, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

// packages/verify/src/terms/evidence_lines.ts
var WORDS_MAX = 500;
async function evidenceLines(archive) {
  const manifest = rowIn(await archive.read("manifest.json"));
  const id = memberText(manifest, "evidenceOf");
  if (id === "")
    return [];
  const names = new Map;
  for await (const row of rowsOf(archive, "artifacts")) {
    names.set(memberText(row, "artifactId"), memberText(row, "name"));
  }
  for await (const row of rowsOf(archive, "conversations")) {
    if (memberText(row, "conversationId") !== id)
      continue;
    return [
      `Evidence of ${id}, as ${memberText(manifest, "account")} read it at ${memberText(manifest, "at")}`,
      `  title      ${quoted(row, "title")}`,
      `  state      ${memberText(row, "state")} since ${memberText(row, "stateAt")}`,
      ...paymentLines(objectIn(row, "payment")),
      ...termsLines(objectIn(row, "terms")),
      ...disputeLines(objectIn(objectIn(row, "terms"), "dispute"), names)
    ];
  }
  return [];
}
async function* rowsOf(archive, table) {
  for (const path of pathsIn(archive, table)) {
    yield* rowsIn(await archive.read(path));
  }
}
function paymentLines(payment) {
  const sideOf = (name) => memberText(objectIn(payment, name), "address") || "nobody";
  const condition = objectIn(payment, "condition");
  const isMet = condition.met === true ? "met" : "not met";
  const lines = [
    `  price      ${amount(payment, "price")}, ${memberText(payment, "status")}, from ${sideOf("payer")} to ${sideOf("payee")} (${memberText(payment, "rail")})`,
    `  condition  ${quoted(condition, "text")}, ${isMet}`
  ];
  for (const [name, at] of [
    ["released", "releasedAt"],
    ["returned", "voidedAt"],
    ["refunded", "refundedAt"]
  ]) {
    if (!asRow(payment[name]))
      continue;
    const label = name.padEnd(9);
    lines.push(`  ${label}  ${amount(payment, name)} at ${memberText(payment, at)}`);
  }
  const receipt = objectIn(payment, "receipt");
  const receiptId = memberText(receipt, "receiptId");
  if (receiptId !== "")
    lines.push(receiptLine(receipt));
  for (const it of listIn(payment, "settlements")) {
    const hashes = textsIn(it, "transactions").join(", ") || "of somebody else";
    lines.push(`  chain      ${memberText(it, "act")} ${amount(it, "amount")} on ${memberText(it, "network")}${it.success === true ? "" : ", refused"}: ${hashes}`);
  }
  return lines;
}
function receiptLine(receipt) {
  const signer = memberText(objectIn(receipt, "signer"), "address");
  return `  receipt    ${memberText(receipt, "receiptId")} of ${memberText(receipt, "price")}, signed by ${signer} at ${memberText(receipt, "signedAt")}`;
}
function termsLines(terms) {
  const lines = [];
  const offer = objectIn(terms, "offer");
  const offerId = memberText(terms, "offerId");
  if (offerId !== "") {
    lines.push(`  offer      ${offerId}, version ${numberIn(offer, "version")}: ${quoted(offer, "title")}`);
  }
  const dueAt = memberText(terms, "dueAt");
  if (dueAt !== "")
    lines.push(`  due        ${dueAt}`);
  const agreed = memberText(terms, "agreedId");
  for (const it of listIn(terms, "proposals")) {
    if (memberText(it, "proposalId") !== agreed)
      continue;
    lines.push(`  agreed     ${agreed} of ${memberText(it, "by")}: ${amount(it, "price")} ${quoted(it, "note")}`);
  }
  for (const it of listIn(terms, "milestones")) {
    lines.push(`  step       ${memberText(it, "milestoneId")} ${quoted(it, "title")}: ${amount(it, "amount")}, ${memberText(it, "state")}`);
  }
  const arbiter = memberText(terms, "arbiter");
  return [...lines, `  arbiter    ${arbiter || "none"}`];
}
function disputeLines(dispute, names) {
  const id = memberText(dispute, "disputeId");
  if (id === "")
    return [];
  const lines = [
    `Dispute ${id} about ${amount(dispute, "amount")} ${memberText(dispute, "about")}: ${memberText(dispute, "reason")}, ${memberText(dispute, "status")}, opened at ${memberText(dispute, "openedAt")}`
  ];
  for (const it of listIn(dispute, "splits")) {
    const rests = textsIn(it, "evidence").map((of) => {
      const name = names.get(of);
      return name === undefined ? of : `${of} (${name})`;
    });
    lines.push(`  ${numberIn(it, "number")}. ${memberText(it, "by")}: ${amount(it, "return")} back, ${amount(it, "release")} paid out (${memberText(it, "status")}) ${quoted(it, "text")}`, ...rests.length > 0 ? [`     rests on ${rests.join(", ")}`] : []);
  }
  const outcome = objectIn(dispute, "outcome");
  if (memberText(outcome, "at") !== "") {
    lines.push(`  ended by ${memberText(outcome, "by") || "its time"} at ${memberText(outcome, "at")}: ${amount(outcome, "return")} back, ${amount(outcome, "release")} paid out ${quoted(outcome, "text")}`);
  }
  return lines;
}
function listIn(row, name) {
  const value = row[name];
  return Array.isArray(value) ? value.map((it) => asRow(it) ?? {}) : [];
}
function amount(row, name) {
  const money = objectIn(row, name);
  return `${memberText(money, "amount") || "nothing"} ${memberText(money, "currency")}`.trim();
}
function quoted(row, name) {
  const words = memberText(row, name).replaceAll(/\s+/g, " ").trim();
  const cut = words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)}…` : words;
  return cut === "" ? "" : `"${cut.replaceAll('"', "'")}"`;
}

// packages/verify/src/track_record/count_record.ts
var RECORD_DAYS = 365;
var RECORD_LEAST = 5;
function countRecord(jobs) {
  const paid = jobs.filter(({ isPaid }) => isPaid);
  const months = byMonth(paid);
  if (months.length < RECORD_LEAST)
    return;
  const due = byMonth(jobs.filter(({ isOnTime }) => isOnTime !== null));
  const times = paid.map((it) => it.acceptedInMs).filter((it) => it !== null).toSorted((a, b) => a - b);
  return {
    completed: months.length,
    payers: new Set(paid.map(({ payerId }) => payerId)).size,
    withDeadline: due.length,
    onTime: due.filter((all) => all.every(({ isOnTime }) => isOnTime)).length,
    disputed: byMonth(jobs.filter(({ isDisputed }) => isDisputed)).length,
    refunded: months.filter((all) => all.some(({ isRefunded }) => isRefunded)).length,
    acceptMs: times[Math.floor(times.length / 2)] ?? null
  };
}
function byMonth(jobs) {
  const months = Map.groupBy(jobs, ({ payerId, endedAt }) => JSON.stringify([payerId, new Date(endedAt).toISOString().slice(0, 7)]));
  return [...months.values()];
}

// packages/verify/src/track_record/recount.ts
var DAY_MS = 24 * 60 * 60 * 1000;
async function recount(archive, until) {
  const end = Date.parse(until);
  if (Number.isNaN(end))
    throw new Error(`"${until}" is not a time`);
  const account = objectIn(rowIn(await archive.read("account.json")), "account");
  const counted = {
    accountId: memberText(account, "id"),
    from: end - RECORD_DAYS * DAY_MS,
    until: end
  };
  const jobs = [];
  for (const path of pathsIn(archive, "conversations")) {
    for (const row of rowsIn(await archive.read(path))) {
      const job = jobIn(row, counted);
      if (job)
        jobs.push(job);
    }
  }
  return countRecord(jobs);
}
function jobIn(row, { accountId, from, until }) {
  const payment = objectIn(row, "payment");
  const payerId = memberText(objectIn(payment, "payer"), "accountId");
  const payeeId = memberText(objectIn(payment, "payee"), "accountId");
  const at = (name) => Date.parse(memberText(payment, name));
  const isMissed = payment.voidReason === "deadline_missed";
  const isPaid = payment.status === "released" || payment.status === "refunded";
  const endedAt = at(isPaid ? "releasedAt" : "voidedAt");
  const isOwn = payeeId === accountId && payerId !== accountId;
  const terms = asRow(row.terms) ?? {};
  const dispute = asRow(terms.dispute) ?? {};
  const isDisputed = dispute.status !== "withdrawn" && Date.parse(memberText(dispute, "openedAt")) < until;
  const isBack = payment.status === "voided" && (isMissed || isDisputed);
  const counts = isOwn && (isPaid || isBack);
  if (!counts || !(endedAt >= from && endedAt < until))
    return;
  const people = Array.isArray(row.participants) ? row.participants : [];
  const isService = people.some((it) => {
    const person = asRow(it) ?? {};
    return person.accountId === payerId && person.kind === "service";
  });
  if (isService)
    return;
  const isRefunded = at("refundedAt") < until;
  const isOnTime = terms.dueAt === undefined ? null : !isMissed;
  const job = { payerId, endedAt, isPaid, isOnTime, isDisputed, isRefunded };
  return { ...job, acceptedInMs: null };
}

// packages/verify/src/verify_command.ts
var HELP = `Checks an archive that was exported from an inbox: every chain of records, every
signature, and that the service's public log holds where each chain ends. Of the evidence of a
dispute it also says the facts in short.

  node verify.mjs ARCHIVE [--key KEY] [--against FILE [--proof FILE]] [--witness KEY]…

  ARCHIVE    the file, or a directory that it was unpacked into
  --key      the key of the service's log, from an independent source
  --against  a signed checkpoint that you kept (GET /log/checkpoint)
  --proof    the answer of GET /v1/audit/log/consistency?from=SIZE
  --witness  the key of a witness that must have signed the log
  --record   counts the account's track record again, up to its "until"

Exits with 0 if everything is intact, 1 if something was changed, 2 if it cannot be read.`;
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: "string" },
      against: { type: "string" },
      proof: { type: "string" },
      witness: { type: "string", multiple: true },
      record: { type: "string" },
      help: { type: "boolean" }
    }
  });
  const [path, ...more] = positionals;
  if (values.help || path === undefined || more.length > 0) {
    say(HELP);
    return values.help ? 0 : 2;
  }
  const { key, against, proof, witness = [], record } = values;
  for (const it of witness)
    readNoteKey(it);
  const archive = await openArchive(path);
  const { faults, counts, said } = await checkArchive(archive, {
    key,
    against: against && await readFile2(against, "utf8"),
    proof: proof ? rowIn(new Uint8Array(await readFile2(proof))) : undefined,
    witnesses: witness
  });
  for (const line of said)
    say(shown(line));
  const all = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  say(`Checked: ${all.join(", ") || "nothing"}.`);
  for (const { about, problem } of faults) {
    say(shown(`WRONG ${about}: ${problem}`));
  }
  for (const line of await evidenceLines(archive))
    say(shown(line));
  if (record !== undefined) {
    const counted = await recount(archive, record);
    say(`Track record: ${counted ? JSON.stringify(counted) : "too little"}`);
  }
  say(faults.length === 0 ? "Everything is intact." : `Problems found: ${faults.length}.`);
  return faults.length === 0 ? 0 : 1;
}
function say(line) {
  process.stdout.write(`${line}
`);
}
function shown(text) {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "�");
}
try {
  process.exitCode = await main();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${why}
`);
  process.exitCode = 2;
}
