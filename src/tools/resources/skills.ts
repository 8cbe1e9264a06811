import { YAML } from "bun";
import request from "../../../packages/claude-plugin/skills/inbox-requests/SKILL.md" with {
  type: "text",
};
import triage from "../../../packages/claude-plugin/skills/inbox-triage/SKILL.md" with {
  type: "text",
};
import work from "../../../packages/claude-plugin/skills/inbox-work/SKILL.md" with {
  type: "text",
};
import { sha256 } from "../../core/base/digest.ts";
import type { Names } from "../names.ts";

/** The extension that serves skills (SEP-2640). */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

/** A file of instructions for a model, as the plugin has it. */
interface Skill {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  /** The file with the tool names that a client was shown. */
  text(names: Names): string;
}

/** Every skill; each is one file. */
export const SKILLS: readonly Skill[] = [triage, work, request].map((file) => {
  const [, yaml = ""] = file.split("---\n", 2);
  const frontmatter = YAML.parse(yaml) as Skill["frontmatter"];
  return {
    uri: `skill://${frontmatter.name}/SKILL.md`,
    frontmatter,
    text: (names) =>
      names === "dotted" ? file.replaceAll("svc_", "svc.") : file,
  };
});

/** A skill as it is listed: what it is for, and the digest of its file. */
export function skillEntry(skill: Skill, names: Names): object {
  const { uri, frontmatter } = skill;
  const text = skill.text(names);
  const size = Buffer.byteLength(text);
  return {
    ...{ uri, frontmatter },
    resources: [{ uri, digest: `sha256:${sha256(text)}`, size }],
  };
}
