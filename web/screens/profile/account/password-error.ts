import { useEffect, useRef, useState } from 'react';

/** The error code of a password. A strict server requires it, and only its response says so. */
export function usePasswordError() {
  const [passwordError, setPasswordError] = useState<string>();
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (passwordError !== undefined) passwordField.current?.focus();
  }, [passwordError]);
  return { passwordError, setPasswordError, passwordField };
}
