import { Type } from "typebox";
import { Word } from "../../../base/own_words.ts";
import { closed } from "../../../base/schemas.ts";

/** Warnings about something unusual that was done anyway. */
export const Warnings = Type.Array(
  closed({
    code: Type.Enum(["no_such_account", "requester_not_reached"], {
      description:
        "no_such_account: no account here has this address. requester_not_reached: the sender of the request won't read this message.",
    }),
    address: Word("address", "The address that it is about."),
  }),
  { description: "Recipients not reached, and why." },
);
