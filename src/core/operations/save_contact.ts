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
import { Word } from "../base/own_words.ts";
import { closed, described, flag, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { approvalUrl } from "../conversations/acts/checkpoints/subject.ts";
import { askGrant } from "../conversations/acts/decisions/ask_to_grant.ts";
import {
  keepContact,
  reviewChange,
} from "../conversations/acts/decisions/rows/grant.ts";
import { deskStore } from "../conversations/acts/store/desk_store.ts";

/** Adds a contact or changes it: its type, and whether it is blocked or always allowed. */
export const saveContact = definePreparedCommand({
  name: "save_contact",
  title: "Save a contact",
  description:
    "Say what somebody is to you, block them, or always let them in. A field that is left out stays as it is; a new contact is everyone, neither blocked nor allowed. An agent that would let somebody in or make them closer asks its person: the answer then names the checkpoint that waits, and nothing has changed.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({
    address: ContactAddress,
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description:
          "What they are to you: which of your prices they are asked, whatever they claim.",
      }),
    ),
    blocked: Type.Optional(
      flag("True: they cannot start a conversation with you."),
    ),
    allowed: Type.Optional(
      flag("True: they need neither your acceptance nor your price."),
    ),
  }),
  output: closed({
    contact: Type.Optional(
      described(
        ContactSchema,
        "The contact as it is; absent where your person is asked first.",
      ),
    ),
    created: flag("False if you had them already, or nothing was changed yet."),
    waiting: Type.Optional(
      closed(
        {
          checkpointId: Word("id", "Id of the checkpoint."),
          conversationId: Word(
            "id",
            "Id of the conversation; the same value is the A2A task id.",
          ),
          approvalUrl: Word("link", "Where the person decides it, signed in."),
          expiresAt: timestamp("When it ends by itself."),
        },
        {
          description:
            "What the person decides first; contact is as it was, or absent.",
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
