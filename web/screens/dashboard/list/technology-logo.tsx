import { logoOf } from '#contract/public/logos.ts';
import { LOGO_SIDE } from '#contract/public/page.ts';

export function TechnologyLogo({ title }: { title: string }) {
  const logo = logoOf(title);
  if (logo === undefined) return <UnknownLogo />;
  return (
    <svg viewBox={`0 0 ${LOGO_SIDE} ${LOGO_SIDE}`} fill="currentColor">
      <path d={logo.path} />
    </svg>
  );
}

function UnknownLogo() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.6">
      <path d="m8 6-6 6 6 6M16 6l6 6-6 6" />
    </svg>
  );
}
