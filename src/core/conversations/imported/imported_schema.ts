import { Word } from "../../base/own_words.ts";
import { closed, flag, integer, timestamp } from "../../base/schemas.ts";

/** What is known of a conversation that another service had. */
export const ImportedSchema = closed(
  {
    importId: Word("id", "Id of the import."),
    service: Word("address", "Host of the service that its archive names."),
    address: Word("address", "The address there whose archive it was."),
    conversationId: Word("id", "Its id there."),
    exportedAt: timestamp("When it was exported, as the archive says."),
    importedAt: timestamp("When the operator imported it."),
    logKey: Word(
      "digest",
      "The key of the log that the archive was verified with.",
    ),
    logSize: integer("The size of that log in its newest checkpoint."),
    keyKnown: flag(
      "True if the operator knew that key from elsewhere; false if the archive alone names it, which proves that one key signed it all, and not whose.",
    ),
  },
  {
    description:
      "Present on what was imported: history of another service that can be read and nothing else. Everybody in it is as the archive says, and nobody of this service.",
  },
);
