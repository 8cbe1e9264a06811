import type { QueryCall, Settings } from "../access/context.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import type { Answer, Question, Questioner } from "./question.ts";
import { commandOf, mayTell } from "./question.ts";
import { serviceAgentStore } from "./store.ts";

/** `hello`: onboarding, and the commands help and status. */
export const answerHello: Answer = async (question, call) => {
  const command = commandOf(question);
  if (command === "help") return help(call.settings);
  if (command === "status") return await status(question, call);
  return await onboarding(question.requester, call);
};

function help({ baseUrl, addressDomain }: Settings): string {
  return [
    "Write one of these words to me:",
    "- help: this list",
    "- status: how your inbox stands",
    "",
    "Others that answer by themselves:",
    `- doorman@${addressDomain}: contact types, prices and who may reach you`,
    `- courier@${addressDomain}: what became of your invites`,
    `- security@${addressDomain}: what waits for your decision, and your credentials`,
    "",
    `Everything that is served: ${baseUrl}/docs`,
  ].join("\n");
}

async function status(
  { requester }: Question,
  call: QueryCall,
): Promise<string> {
  const told = mayTell(requester, "conversations:read");
  if ("why" in told) return told.why;
  const { accountId } = told;
  const store = serviceAgentStore(call.db);
  const { unread, drafts, open } = await store.standing(accountId);
  const waiting = await store.waiting(accountId);
  return [
    await addressLine(accountId, call),
    `Unread: ${unread}. Open conversations, this one among them: ${open}. Drafts: ${drafts}.`,
    waiting.length === 0
      ? "Nothing waits for your decision."
      : `Waiting for your decision: ${waiting.map(({ title }) => title).join("; ")}.`,
  ].join("\n");
}

async function onboarding(
  requester: Questioner,
  call: QueryCall,
): Promise<string> {
  const { baseUrl } = call.settings;
  const where = requester.accountId
    ? await addressLine(requester.accountId, call)
    : "Claim an address and this conversation is in an inbox of your own.";
  return [
    `Hello ${requester.displayName}. Here people and software agents write to one another, also for a price. ${where}`,
    "1. Write to an address. An account here gets your words; an ordinary address gets a short invite, never the words.",
    "2. Attach a price if you want an answer that is worth it: it is held, and goes back by itself unless a receipt is signed.",
    "3. When somebody pays you, do what they ask, then sign the receipt.",
    `I am a program: write help for what I can do, or read ${baseUrl}/docs.`,
  ].join("\n");
}

async function addressLine(
  accountId: string,
  { db, settings }: QueryCall,
): Promise<string> {
  const own = await addressStore(db).ofAccount(accountId);
  return own
    ? `Your address is ${freeAddressOf(settings, own.localPart)}.`
    : "You have no address yet: claim one to be written to.";
}
