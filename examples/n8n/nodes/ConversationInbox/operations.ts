import type {
  IDataObject,
  IHttpRequestMethods,
  INodeProperties,
} from "n8n-workflow";

/** Reads a parameter of the current item. */
export type Read = (name: string) => string;

/** A request of an operation. */
interface Operation {
  readonly method: IHttpRequestMethods;
  path(read: Read): string;
  body?(read: Read): IDataObject;
}

const ofConversation = (read: Read, rest = "") =>
  `/conversations/${encodeURIComponent(read("conversationId"))}${rest}`;

/** Fields that are left out if they are empty. */
const filled = (fields: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(fields).filter(([, it]) => it !== ""));

/** Each operation by its name. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  create: {
    method: "POST",
    path: () => "/conversations",
    body: (read) => ({
      to: read("to")
        .split(",")
        .map((it) => it.trim()),
      ...filled({
        title: read("title"),
        text: read("text"),
        price: read("price"),
        deliverWithin: read("deliverWithin"),
      }),
      submit: true,
    }),
  },
  get: { method: "GET", path: (read) => ofConversation(read) },
  reply: {
    method: "POST",
    path: (read) => ofConversation(read, "/messages"),
    body: (read) => ({ text: read("text"), mode: read("mode") }),
  },
  signReceipt: {
    method: "POST",
    path: (read) => ofConversation(read, "/receipt"),
    body: (read) => ({
      confirm: true,
      ...filled({ statement: read("statement") }),
    }),
  },
  decide: {
    method: "POST",
    path: (read) => ofConversation(read, "/decisions"),
    body: (read) => ({
      decision: read("decision"),
      ...filled({
        checkpointId: read("checkpointId"),
        comment: read("comment"),
      }),
    }),
  },
};

const shownFor = (...operation: readonly string[]) => ({
  displayOptions: { show: { operation: [...operation] } },
});

/** The fields of the operations. */
export const FIELDS: INodeProperties[] = [
  {
    displayName: "Conversation ID",
    name: "conversationId",
    type: "string",
    default: "",
    required: true,
    placeholder: "cnv_…",
    ...shownFor("get", "reply", "signReceipt", "decide"),
  },
  {
    displayName: "To",
    name: "to",
    type: "string",
    default: "",
    required: true,
    placeholder: "bob@inbox.example",
    description: "One address, or several with commas between them",
    ...shownFor("create"),
  },
  {
    displayName: "Title",
    name: "title",
    type: "string",
    default: "",
    ...shownFor("create"),
  },
  {
    displayName: "Text",
    name: "text",
    type: "string",
    typeOptions: { rows: 4 },
    default: "",
    required: true,
    ...shownFor("create", "reply"),
  },
  {
    displayName: "Price",
    name: "price",
    type: "string",
    default: "",
    placeholder: "5.00",
    description:
      "What you offer; it is held at once, and released when the receipt is signed. Above the limit of the token the person is asked first.",
    ...shownFor("create"),
  },
  {
    displayName: "Deliver Within",
    name: "deliverWithin",
    type: "string",
    default: "",
    placeholder: "PT24H",
    description: "An ISO 8601 duration, after which the price goes back",
    ...shownFor("create"),
  },
  {
    displayName: "Readers",
    name: "mode",
    type: "options",
    default: "reply",
    options: [
      { name: "Author of the Last Message", value: "reply" },
      { name: "Everyone", value: "reply-all" },
    ],
    ...shownFor("reply"),
  },
  {
    displayName: "Statement",
    name: "statement",
    type: "string",
    default: "",
    description: "Your words, if the sender asks for a statement",
    ...shownFor("signReceipt"),
  },
  {
    displayName: "Decision",
    name: "decision",
    type: "options",
    default: "approve",
    options: [
      { name: "Approve", value: "approve" },
      { name: "Decline", value: "decline" },
    ],
    description:
      "An agent decides only what it could do itself; anything else is refused and waits for its person",
    ...shownFor("decide"),
  },
  {
    displayName: "Checkpoint ID",
    name: "checkpointId",
    type: "string",
    default: "",
    placeholder: "chk_…",
    description: "May be left out if only one waits",
    ...shownFor("decide"),
  },
  {
    displayName: "Comment",
    name: "comment",
    type: "string",
    default: "",
    ...shownFor("decide"),
  },
];
