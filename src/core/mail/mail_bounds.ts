import type { MailBounds } from "../../../packages/mail-reading/src/raw_mail.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";

/** How much of a mail this service reads. */
export const MAIL_BOUNDS: MailBounds = {
  headCharsMax: LIMITS.mailHeadCharsMax,
  partsMax: LIMITS.mailPartsMax,
  depthMax: LIMITS.replyMailDepthMax,
  textBytesMax: LIMITS.replyMailTextBytesMax,
  sliceChars: LIMITS.mailSliceChars,
  turn: () => pace.turn(),
};
