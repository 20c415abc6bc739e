import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

/** A field for an e-mail address: phones show the keyboard for one, and correct nothing. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return <Field type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
