import type { Static } from "typebox";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { deleteContact } from "../../src/core/operations/delete_contact.ts";
import { quoteAccess } from "../../src/core/operations/quote_access.ts";
import { saveContact } from "../../src/core/operations/save_contact.ts";
import { updateProfile } from "../../src/core/operations/update_profile.ts";
import type { Act } from "./act.ts";
import { composed } from "./composed.ts";

type Standing = Omit<Static<typeof saveContact.input>, "address">;

/** Mostly lets people in again, so that there is still something to do. */
const contact: Act = {
  name: "contact",
  weight: 4,
  async run(world, actor) {
    const { random, people } = world;
    const { address } = random.pick(people);
    if (random.chance(0.2)) {
      await actor.run(deleteContact, { address });
      return undefined;
    }
    const { waiting } = await actor.run(saveContact, {
      address,
      ...random.pick<Standing>([
        {},
        { contactType: "clients" as const },
        { blocked: true },
        { blocked: false },
        { blocked: false },
        { allowed: true },
      ]),
    });
    // A change that an agent may not make by itself waits in a conversation of its own.
    const desk = waiting?.conversationId;
    if (desk !== undefined && !world.made.includes(desk)) world.made.push(desk);
    return desk;
  },
};

const price: Act = {
  name: "price",
  weight: 2,
  async run({ random }, actor) {
    const everyone = { contactType: "everyone" as const, price: "2" };
    const prices = random.chance(0.3) ? [everyone] : [];
    await actor.run(updateProfile, { prices });
    return undefined;
  },
};

const quote: Act = {
  name: "quote",
  weight: 3,
  async run(world, actor) {
    const { address } = world.random.pick(world.people);
    const asked = { skillId: "receive_message", to: address };
    const { quoteId } = await actor.run(quoteAccess, asked);
    const { conversationId } = await actor.run(createConversation, {
      ...composed(world),
      to: address,
      quoteId,
      submit: true,
    });
    world.made.push(conversationId);
    return conversationId;
  },
};

/** The acts of people at their own doors, and at those of others. */
export const ADMISSION_ACTS: readonly Act[] = [contact, price, quote];
