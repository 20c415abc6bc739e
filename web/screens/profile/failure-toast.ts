import { toast } from '../../components/toast.ts';

/** Returns an error handler that shows a toast. The section or dialog itself shows the reason. */
export function failureToast(words: string) {
  return () => toast.error(words);
}
