import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

export function EmailField(props: ComponentProps<typeof Field>) {
  return <Field type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
