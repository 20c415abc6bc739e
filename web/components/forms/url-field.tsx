import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

export function UrlField(props: ComponentProps<typeof Field>) {
  return <Field type="url" inputMode="url" autoCapitalize="none" spellCheck={false} {...props} />;
}
