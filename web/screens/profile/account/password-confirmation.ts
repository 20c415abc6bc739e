import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api.ts';

/** A password in the field `name`. A strict server requires it, and only its response says so. */
export function usePasswordConfirmation<Name extends string>(name: Name, messages: Record<string, string>) {
  const [error, setError] = useState<string>();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== undefined) ref.current?.focus();
  }, [error]);

  /** Empty until the server has asked for the password. */
  function confirmation(): { [Field in Name]?: string } {
    if (error === undefined) return {};
    return { [name]: ref.current?.value ?? '' } as { [Field in Name]: string };
  }

  function refused(reason: unknown) {
    if (reason instanceof ApiError) setError(reason.fields[name] ?? error);
  }

  const field = error === undefined ? undefined : { ref, autoComplete: 'current-password', error: messages[error] };
  return { confirmation, refused, accepted: () => setError(undefined), field };
}
