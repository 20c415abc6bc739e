import type { ReactNode } from 'react';

type IconProps = { size: number; weight?: number | undefined; children: ReactNode };

export function Icon({ size, weight = 2, children }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const icon = (path: string, weight?: number) => () => (
  <Icon size={18} weight={weight}>
    <path d={path} />
  </Icon>
);

export const CloseIcon = icon('m5 5 14 14M19 5 5 19', 2.5);
export const TrashIcon = icon('M4 7h16M9 7V4.5h6V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5');
