import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

/** A field for a web address: phones show the keyboard for one, and correct nothing. */
export function UrlField(props: ComponentProps<typeof Field>) {
  return <Field type="url" inputMode="url" autoCapitalize="none" spellCheck={false} {...props} />;
}
