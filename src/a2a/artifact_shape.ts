import type { Static } from "typebox";
import type { FileContent } from "../core/conversations/acts/thread/small_files.ts";
import type { ArtifactSchema } from "../core/conversations/model/content_schemas.ts";

type Artifact = Static<typeof ArtifactSchema>;

/** Files included in the answer itself, by artifactId. */
export type Inline = ReadonlyMap<string, FileContent>;

/**
 * A file as an A2A Artifact: small text or JSON inline, others by URL. Our own
 * URL needs the bearer token that reads the task.
 */
export function toArtifact(artifact: Artifact, contents: Inline): object {
  const { name, description, mimeType, size, sha256, downloadUrl } = artifact;
  const content = contents.get(artifact.artifactId);
  return {
    artifactId: artifact.artifactId,
    name,
    ...(description && { description }),
    parts: [
      {
        ...(content ?? { url: downloadUrl ?? artifact.uri }),
        filename: name,
        mediaType: mimeType,
      },
    ],
    metadata: {
      svc: {
        ...(downloadUrl !== undefined && { size, sha256 }),
        ...(content && { downloadUrl }),
        addedBy: artifact.addedBy,
        ...(artifact.actor && { actor: artifact.actor }),
        createdAt: artifact.createdAt,
      },
    },
  };
}
