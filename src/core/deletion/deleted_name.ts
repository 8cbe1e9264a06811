/** What others read in place of the name of somebody who is gone. */
export const DELETED_NAME = "Deleted account";
