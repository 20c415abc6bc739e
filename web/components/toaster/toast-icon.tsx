import { Icon } from '../icons.tsx';

const TOAST_PATHS = {
  success: 'm8 12.5 3 3 5.5-6.5',
  error: 'M12 7v6m0 3.5v.01',
  warning: 'M12 10v4m0 3v.01',
  info: 'M12 11.5V17m0-9.5v.01',
};

export function ToastIcon({ type }: { type: keyof typeof TOAST_PATHS }) {
  return (
    <Icon size={20}>
      {type === 'warning' ? <path d="M12 3 2 20.5h20L12 3Z" /> : <circle cx="12" cy="12" r="10" />}
      <path d={TOAST_PATHS[type]} />
    </Icon>
  );
}
