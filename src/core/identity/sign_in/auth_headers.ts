/** The header for the network address that the mount has seen itself. */
export const CLIENT_ADDRESS_HEADER = "x-svc-client-address";

/** On the answer to a request for a code or a link, if no mail leaves at present. */
export const MAIL_WAITS_HEADER = "x-svc-mail-waits";
