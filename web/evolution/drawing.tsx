import type { ReactNode } from 'react';
import styles from './drawing.module.css';
import { type Group, LOOKS } from './levels.ts';
import { fillOf, Patterns } from './patterns.tsx';

type DrawingProps = { width: number; height: number; label?: string; children: ReactNode };

/** An SVG that fills its container. `width` and `height` set the `viewBox`. Without `label` it is `aria-hidden`. */
export function Drawing({ width, height, label, children }: DrawingProps) {
  const aria = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${width} ${height}`} {...aria}>
      {children}
    </svg>
  );
}

export function Swatch({ group }: { group: Group }) {
  const { height, edge } = LOOKS[group];
  const bar = { x: 1, y: 9 - height / 2, width: 26, height, rx: 2 };
  return (
    <svg className={styles.swatch} viewBox="0 0 28 18" aria-hidden="true">
      <rect {...bar} fill={fillOf(group)} stroke={edge} data-edge="" />
    </svg>
  );
}

/** Defines the patterns for all swatches and drawings on the page that do not contain `Patterns`. */
export function HiddenPatterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <Patterns />
    </svg>
  );
}
