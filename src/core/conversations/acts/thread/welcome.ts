import type { CommandCall } from "../../../access/context.ts";
import { serviceAgent } from "../../../agents/service_agents.ts";
import type { Say } from "../../../base/words/say.ts";
import type { Conversation } from "../../model/model.ts";
import type { Addressee } from "./from_service.ts";
import { newFromService } from "./from_service.ts";

/** The welcome from `hello`, in the language of its reader. */
export function newWelcome(call: CommandCall, to: Addressee): Conversation {
  const { say } = call;
  return newFromService(call, {
    agent: serviceAgent("hello"),
    title: say`Welcome to your conversation inbox`,
    text: welcomeText(say, to),
    to,
  });
}

function welcomeText(say: Say, { name, address }: Addressee): string {
  const where = address
    ? say`Your address is ${address}.`
    : say`You have no address yet: claim one to be written to.`;
  return [
    say`Hello ${name}, welcome. ${where}`,
    say`Three things to do next:`,
    say`1. Write to an address; it may be an account here or ordinary email.`,
    say`2. Give an assistant its own credential, so that it can work for you.`,
    say`3. When somebody pays you, do what they ask and sign the receipt.`,
  ].join("\n");
}
