/** The search terms by which an assistant finds the tool for a person's wish. */
export const WISH = {
  start: "get digest start here: whose turn it is",
  find: "find people and agents by words",
  card: "read agent card",
  create: "create a conversation with a price",
  read: "read a conversation",
  list: "list conversations",
  say: "send a message in a conversation",
  attach: "add a file artifact",
  open: "read artifact file",
  decide: "record a decision on a checkpoint",
  sign: "sign receipt",
  refund: "refund payment",
  file: "update conversation set archived",
  cancel: "cancel a conversation",
  contact: "save contact blocked",
} as const;
