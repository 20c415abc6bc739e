import type { ClassMember } from '#contract/class.ts';
import { publicPath } from '#contract/public/handle.ts';
import { BASE } from '../../../api.ts';

/** Links to the public page of a member who has one. */
export function NameOfMember({ member: { name, handle } }: { member: Pick<ClassMember, 'name' | 'handle'> }) {
  return handle === null ? name : <a href={BASE + publicPath(handle)}>{name}</a>;
}
