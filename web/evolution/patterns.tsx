import styles from './chart.module.css';
import { type Group, GROUPS, LOOKS } from './levels.ts';

const SIDE = 8;

export function fillOf(group: Group): string {
  return `url(#level-${GROUPS.indexOf(group)})`;
}

export function Patterns() {
  return (
    <defs>
      {GROUPS.map((group, index) => (
        <pattern key={group} id={`level-${index}`} width={SIDE} height={SIDE} patternUnits="userSpaceOnUse">
          <rect width={SIDE} height={SIDE} fill={LOOKS[group].base} data-base={index} />
          <path d={LOOKS[group].pattern} stroke={LOOKS[group].ink} strokeWidth="2" display="none" data-ink={index} />
        </pattern>
      ))}
    </defs>
  );
}

export function HiddenPatterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <Patterns />
    </svg>
  );
}

export function Swatch({ group }: { group: Group }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 28 18" aria-hidden="true">
      <rect x={1} y={3} width={26} height={12} rx={2} fill={fillOf(group)} stroke={LOOKS[group].edge} data-edge="" />
    </svg>
  );
}
