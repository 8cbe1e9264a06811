import type { Static } from "typebox";
import { Type } from "typebox";
import { CONTACT_TYPES } from "../../../addresses/contact_types.ts";
import { LIMITS } from "../../../base/limits.ts";
import { closed } from "../../../base/schemas.ts";
import { PAYMENT_STATUSES, RELEASES } from "../../../payments/model.ts";
import { ROLES } from "../../model/model.ts";
import { KindSchema, ModeSchema } from "../../model/part_schemas.ts";
import { STATES } from "../../model/states.ts";

/** The content of an archive, in the form and limits in which it is kept. */

function words(maxLength: number) {
  return Type.String({ maxLength });
}

/** An id of another service; it refers to nothing here. */
export const ForeignId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });
const Address = words(LIMITS.addressCharsMax);
const Name = words(LIMITS.nameCharsMax);
const Moment = Type.Integer({ minimum: 0, maximum: 8.64e15 });

/** The media type of a file, in a form that a header can carry. */
export const MEDIA_TYPE =
  "^[A-Za-z0-9!#$&^_.+-]{1,120}/[A-Za-z0-9!#$&^_.+-]{1,120}$";

const SaidParticipant = closed({
  address: Address,
  displayName: Name,
  role: Type.Enum([...ROLES]),
  kind: KindSchema,
});

const SaidFile = closed({
  artifactId: ForeignId,
  name: words(LIMITS.artifactNameCharsMax),
  mimeType: Type.String({ pattern: MEDIA_TYPE }),
  size: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  sha256: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  uri: Type.Optional(words(LIMITS.uriCharsMax)),
  addedBy: Address,
  createdAt: Moment,
});

/** A conversation as its archive describes it. */
export const SaidConversation = closed({
  conversationId: ForeignId,
  title: words(LIMITS.titleCharsMax),
  state: Type.Enum([...STATES]),
  stateReason: Type.Union([words(LIMITS.reasonCharsMax), Type.Null()]),
  stateAt: Moment,
  createdAt: Moment,
  updatedAt: Moment,
  participants: Type.Array(SaidParticipant, {
    maxItems: LIMITS.importParticipantsMax,
  }),
  from: closed({ address: Address, name: Name }),
  contactType: Type.Enum([...CONTACT_TYPES]),
  release: Type.Enum([...RELEASES]),
  /** Micro-USDC, and what became of them. */
  price: Type.Integer({ minimum: 0, maximum: LIMITS.priceMax }),
  payment: Type.Enum(["none", ...PAYMENT_STATUSES]),
  artifacts: Type.Array(SaidFile, { maxItems: LIMITS.importFilesMax }),
});
export type SaidConversation = Static<typeof SaidConversation>;

const SaidPart = closed({
  text: Type.Optional(words(LIMITS.textCharsMax)),
  data: Type.Optional(Type.Unknown()),
  url: Type.Optional(words(LIMITS.uriCharsMax)),
  mediaType: Type.Optional(words(LIMITS.artifactNameCharsMax)),
  filename: Type.Optional(words(LIMITS.artifactNameCharsMax)),
});

/** A message as its archive describes it. */
export const SaidMessage = closed({
  conversationId: ForeignId,
  messageId: ForeignId,
  author: closed({ address: Address, displayName: Name, kind: KindSchema }),
  mode: ModeSchema,
  inReplyTo: Type.Optional(ForeignId),
  parts: Type.Array(SaidPart, { maxItems: LIMITS.partsMax }),
  artifactIds: Type.Array(ForeignId, { maxItems: LIMITS.importFilesMax }),
  createdAt: Moment,
});
export type SaidMessage = Static<typeof SaidMessage>;
export type SaidPart = Static<typeof SaidPart>;
