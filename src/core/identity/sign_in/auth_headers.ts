/** Where the mount writes the network address that it has seen itself. */
export const CLIENT_ADDRESS_HEADER = "x-svc-client-address";

/** On the answer to who asks for a code or a link, when no mail leaves at present. */
export const MAIL_WAITS_HEADER = "x-svc-mail-waits";
