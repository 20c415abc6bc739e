import { levelLabel } from '#contract/choices.ts';
import { hasOverlongHost } from '#contract/field-rules.ts';
import { type Resume, RESUME_SCHEMA } from '#contract/resume.ts';
import type { OwnUser } from '#contract/user.ts';

/** Exports JSON Resume 1.0, without e-mail and avatar: resumes are published. */
export function resumeOf({ name, bio, contact, techs, works, updated_at: updatedAt }: OwnUser): Resume {
  const titles = new Map(techs.map(({ id, title }) => [id, title]));
  const times = [updatedAt, ...techs.map((each) => each.updated_at), ...works.map((each) => each.updated_at)];
  return {
    $schema: RESUME_SCHEMA,
    basics: { name, summary: bio, ...addressOf(contact) },
    skills: techs.map(({ title, status }) => ({ name: title, level: levelLabel(status) })),
    projects: works.map(({ title, description, deploy_url: address, technologies }) => ({
      name: title,
      description,
      ...addressOf(address),
      keywords: technologies.flatMap((id) => titles.get(id) ?? []),
    })),
    meta: { version: 'v1.0.0', lastModified: times.toSorted().at(-1) ?? updatedAt },
  };
}

/** Like `URL.parse`, but also returns null for a URL that is slow to parse. */
export function parseAddress(text: string): URL | null {
  return hasOverlongHost(text) ? null : URL.parse(text);
}

function addressOf(text: string): { url?: string } {
  const address = parseAddress(text);
  if (address === null || !/^https?:$/.test(address.protocol)) return {};
  return { url: /^[!-~]+$/.test(text) ? text : address.href };
}
