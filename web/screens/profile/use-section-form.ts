import type { FieldValues, Path } from 'react-hook-form';
import { Refusal } from '../../api.ts';
import { useSlow } from '../../components/pending.tsx';
import { useRuledForm } from '../../form.ts';
import type { OwnProfile } from './own-profile.ts';

type SectionForm<Values extends FieldValues> = Omit<Parameters<typeof useRuledForm<Values>>[0], 'failed'> & {
  /** The words that a failure's toast begins with. */
  failure: string;
  tell: OwnProfile['tell'];
};

/** A form that follows its rules and tells its failures as every section does; the first field refused gets the focus. */
export function useSectionForm<Values extends FieldValues>({ failure, tell, ...rest }: SectionForm<Values>) {
  const ruled = useRuledForm<Values>({ ...rest, failed });
  const slow = useSlow(ruled.pending);

  function failed(error: unknown, refuse: (fields: Record<string, string>) => void) {
    tell(error, failure);
    if (!(error instanceof Refusal)) return;
    const [first] = Object.keys(rest.messages);
    if (error.code === 'limit-reached' && first !== undefined) refuse({ [first]: 'limit-reached' });
    // The messages stand in the order of the fields.
    const wrong = Object.keys(rest.messages).find((name) => name in error.fields);
    if (wrong !== undefined) ruled.form.setFocus(wrong as Path<Values>);
  }

  return { ...ruled, slow };
}
