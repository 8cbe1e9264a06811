import { Type } from "typebox";
import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import {
  contactAt,
  contactChange,
  isSameContact,
  presentContact,
} from "../addresses/contacts.ts";
import { ContactAddress, ContactSchema } from "../addresses/schemas.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, described, flag, string, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { approvalUrl } from "../conversations/acts/checkpoints/subject.ts";
import { askGrant } from "../conversations/acts/decisions/ask_to_grant.ts";
import {
  keepContact,
  reviewChange,
} from "../conversations/acts/decisions/rows/grant.ts";
import { deskStore } from "../conversations/acts/store/desk_store.ts";

/** Adds or changes a contact: its type, and whether it is blocked or always allowed. */
export const saveContact = definePreparedCommand({
  name: "save_contact",
  title: "Save a contact",
  description:
    "Set a contact's name and type, block them, or always allow them. Absent fields stay as they are; a new contact is everyone, neither blocked nor allowed. An agent that would allow or upgrade someone asks its person: the answer then names the open checkpoint, and nothing has changed.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({
    address: ContactAddress,
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description:
          "Their contact type, which decides the price they pay, whatever they claim.",
      }),
    ),
    name: Type.Optional(
      string('Your own name for them; "" removes it.', LIMITS.nameCharsMax),
    ),
    blocked: Type.Optional(
      flag("True: they can't start a conversation with you."),
    ),
    allowed: Type.Optional(
      flag("True: they need neither your acceptance nor a price."),
    ),
  }),
  output: closed({
    contact: Type.Optional(
      described(
        ContactSchema,
        "The contact; absent while your person is asked.",
      ),
    ),
    created: flag(
      "False if they already were a contact, or nothing has changed yet.",
    ),
    waiting: Type.Optional(
      closed(
        {
          checkpointId: Word("id", "Id of the checkpoint."),
          conversationId: Word(
            "id",
            "Id of the conversation; the same value is the A2A task id.",
          ),
          approvalUrl: Word("link", "Where your person decides it, signed in."),
          expiresAt: timestamp("When it expires."),
        },
        {
          description:
            "The checkpoint that your person decides first; contact is unchanged, or absent.",
        },
      ),
    ),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  prepare: (_input, call) => deskStore(call.db).find(call.member.accountId),
  chains: (_input, { member }, deskId) => [
    member.accountId,
    ...(deskId === undefined ? [] : [deskId]),
  ],
  async run({ address, ...said }, call, deskId) {
    const place = await contactAt(call, address);
    const change = await contactChange(call, place, said);
    const { before, after } = change;
    if (before && isSameContact(before, after)) {
      return { contact: presentContact(before), created: false };
    }
    const { review, grants } = reviewChange(call, change);
    if (grants) {
      keepContact(call, grants, change);
      return { contact: presentContact(after), created: !before };
    }
    const { desk, checkpoint } = await askGrant(call, change, review, deskId);
    return {
      ...(before && { contact: presentContact(before) }),
      created: false,
      waiting: {
        checkpointId: checkpoint.id,
        conversationId: desk.id,
        approvalUrl: approvalUrl(call.settings, desk, checkpoint),
        expiresAt: showTime(checkpoint.expiresAt),
      },
    };
  },
});
