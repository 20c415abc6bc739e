import { toast } from '../../components/toast.ts';

/** Makes a handler that shows these words; the reason stands in the section or the dialog. */
export function tellFailure(words: string) {
  return () => toast.error(words);
}
