import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { CURRENCIES } from "../../base/rails/chain.ts";
import {
  closed,
  filled,
  identifier,
  nullable,
  PriceInput,
  string,
} from "../../base/schemas.ts";
import { ReleaseSchema } from "./payment_schema.ts";
import { ContactTypeSchema } from "./schemas.ts";
import { MilestonesInput } from "./terms/terms_schema.ts";

/** The forms of input (docs/messages.md, Content). */

const Address = Type.String({ maxLength: LIMITS.uriCharsMax });

const Recipients = Type.Array(Address, { maxItems: LIMITS.recipientsMax });

export const Recipient = Type.Unsafe<string | readonly string[]>({
  description:
    "Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one.",
  anyOf: [Recipients, Address],
});

const PartInput = closed({
  text: Type.Optional(Type.String({ maxLength: LIMITS.textCharsMax })),
  data: Type.Optional(Type.Unknown({ description: "Any JSON value." })),
  url: Type.Optional(
    Type.String({ maxLength: LIMITS.uriCharsMax, pattern: "^https://" }),
  ),
  raw: Type.Optional(string("Base64 bytes.", LIMITS.fileRequestBytesMax)),
  mediaType: Type.Optional(Type.String({ maxLength: LIMITS.nameCharsMax })),
  filename: Type.Optional(
    Type.String({ maxLength: LIMITS.artifactNameCharsMax }),
  ),
});

export const Parts = Type.Array(PartInput, {
  description: 'The message, usually one part: [{"text": "…"}].',
  maxItems: LIMITS.partsMax,
});

export const Text = string(
  "The message as plain text; the same as one text part.",
  LIMITS.textCharsMax,
);

const MEDIA_TYPE = "^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$";

export const ArtifactFields = {
  name: filled("File name.", LIMITS.artifactNameCharsMax),
  mimeType: Type.String({
    description: "Media type, such as application/pdf.",
    pattern: MEDIA_TYPE,
    maxLength: LIMITS.nameCharsMax,
  }),
  // No maxLength: counting a file's characters blocks the event loop for 80 ms. The body is
  // limited before, the file itself when it is decoded.
  bytes: Type.Optional(string("The file as base64; either this or uri.")),
  uri: Type.Optional(
    Type.String({
      description: "https address of the file; it is stored, never fetched.",
      pattern: "^https://",
      maxLength: LIMITS.uriCharsMax,
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: LIMITS.titleCharsMax })),
};

const ReleaseActionInput = Type.Unsafe<unknown>({
  description:
    "The condition when release is converted: a text, or {type: artifact | url_visit | text, …}.",
  anyOf: [
    { type: "string", minLength: 1, maxLength: LIMITS.releaseActionCharsMax },
    {
      type: "object",
      required: ["type"],
      properties: {
        type: { enum: ["artifact", "url_visit", "text"] },
        mimeType: {
          type: "string",
          pattern: MEDIA_TYPE,
          maxLength: LIMITS.nameCharsMax,
        },
        url: {
          type: "string",
          pattern: "^https://",
          maxLength: LIMITS.uriCharsMax,
        },
        text: {
          type: "string",
          minLength: 1,
          maxLength: LIMITS.releaseActionCharsMax,
        },
      },
      additionalProperties: false,
    },
  ],
});

const DEADLINE_CHARS = 40;

function deadline(description: string) {
  const text = Type.String({ maxLength: DEADLINE_CHARS });
  return Type.Optional({ ...nullable(text), description });
}

/** Deadlines that the sender asks for; null removes one from a draft. */
export const DEADLINE_FIELDS = {
  acceptBy: deadline(
    "Until when it can be accepted, such as 2030-01-31T12:00:00Z; then it ends and a held price goes back.",
  ),
  acceptWithin: deadline(
    "The same as an ISO 8601 duration from the submit on, such as PT4H.",
  ),
  deliverBy: deadline(
    "Until when the release condition has to be met; then a held price goes back.",
  ),
  deliverWithin: deadline(
    "The same as an ISO 8601 duration from the acceptance on, such as P3D; the earlier one counts.",
  ),
};

/** Names who decides disputes about the price. */
export const ArbiterInput = Type.Optional({
  ...nullable(Type.String({ maxLength: LIMITS.addressCharsMax })),
  description:
    "Address of an account here that decides a dispute which the two do not settle; it must be neither of them. Accepting agrees to it. null for none.",
});

/** The fields of a message that is being written, all optional on a draft. */
export const ComposeFields = {
  title: Type.Optional(
    string("Subject, as the recipients see it.", LIMITS.titleCharsMax),
  ),
  to: Type.Optional(Recipient),
  cc: Type.Optional(Recipient),
  bcc: Type.Optional(Recipient),
  parts: Type.Optional(Parts),
  text: Type.Optional(Text),
  artifacts: Type.Optional(
    Type.Array(closed(ArtifactFields), {
      description: "Files to attach.",
      maxItems: LIMITS.artifactsPerConversationMax,
    }),
  ),
  price: Type.Optional(PriceInput),
  currency: Type.Optional(
    Type.Enum([...CURRENCIES], {
      description:
        "Currency of the price: TEST is test money of this service, USDC is held on a chain. If absent, the first that the service takes.",
    }),
  ),
  release: Type.Optional(ReleaseSchema),
  milestones: Type.Optional(MilestonesInput),
  releaseAction: Type.Optional(ReleaseActionInput),
  ...DEADLINE_FIELDS,
  arbiter: ArbiterInput,
  fromAddress: Type.Optional(Address),
  fromName: Type.Optional(Type.String({ maxLength: LIMITS.nameCharsMax })),
  firstUse: Type.Optional(
    Type.Boolean({
      description: "True asks for the extra review of a first message.",
    }),
  ),
  contactType: Type.Optional(ContactTypeSchema),
  offerId: Type.Optional({
    ...nullable(Type.String({ maxLength: LIMITS.offerIdCharsMax })),
    description:
      "Orders an offer of the first recipient (svc.quote_access lists them): price, condition and times are the offer's. null makes a draft a plain request again.",
  }),
  input: Type.Optional(
    Type.Unknown({
      description: "What the offer's input schema asks for; goes with offerId.",
    }),
  ),
  quoteId: Type.Optional(
    identifier(
      "quo",
      "A quote from svc.quote_access for the first recipient: the price can't exceed it, no more is asked, and its release condition applies unless you set one.",
    ),
  ),
};
