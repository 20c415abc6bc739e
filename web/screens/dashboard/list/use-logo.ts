import { useEffect, useState } from 'react';
import type { TechnologyLogo } from './technology-logo.tsx';

/** Loads the logos after the first paint of the list: with 28 kB they are larger than the screen. */
export function useLogo() {
  const [Logo, setLogo] = useState<typeof TechnologyLogo>();
  useEffect(() => {
    import('./technology-logo.tsx').then(
      ({ TechnologyLogo: Loaded }) => setLogo(() => Loaded),
      () => undefined,
    );
  }, []);
  return Logo;
}
