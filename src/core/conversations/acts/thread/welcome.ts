import type { CommandCall } from "../../../access/context.ts";
import { serviceAgent } from "../../../agents/service_agents.ts";
import type { Conversation } from "../../model/model.ts";
import type { Addressee } from "./from_service.ts";
import { newFromService } from "./from_service.ts";

/** The welcome from `hello`. */
export function newWelcome(call: CommandCall, to: Addressee): Conversation {
  return newFromService(call, {
    agent: serviceAgent("hello"),
    title: "Welcome to your conversation inbox",
    text: welcomeText(to),
    to,
  });
}

function welcomeText({ name, address }: Addressee): string {
  const where = address
    ? `Your address is ${address}.`
    : "You have no address yet: claim one to be written to.";
  return [
    `Hello ${name}, welcome. ${where}`,
    "Three things to do next:",
    "1. Write to an address; it may be an account here or ordinary email.",
    "2. Give an assistant its own credential, so that it can work for you.",
    "3. When somebody pays you, do what they ask and sign the receipt.",
  ].join("\n");
}
