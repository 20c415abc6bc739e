import type { ReactNode } from 'react';
import styles from './drawing.module.css';
import { type Group, LOOKS } from './levels.ts';
import { fillOf, Patterns } from './patterns.tsx';

type DrawingProps = { width: number; height: number; label?: string; children: ReactNode };

/** As wide as its place, drawn in units of so many. Without a label it is hidden from who cannot see it. */
export function Drawing({ width, height, label, children }: DrawingProps) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${width} ${height}`} {...said}>
      {children}
    </svg>
  );
}

/** How a level is drawn, to stand beside its name. */
export function Swatch({ group }: { group: Group }) {
  const { height, edge } = LOOKS[group];
  const bar = { x: 1, y: 9 - height / 2, width: 26, height, rx: 2 };
  return (
    <svg className={styles.swatch} viewBox="0 0 28 18" aria-hidden="true">
      <rect {...bar} fill={fillOf(group)} stroke={edge} data-edge="" />
    </svg>
  );
}

/** The patterns of swatches and drawings that have none in them. */
export function HiddenPatterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <Patterns />
    </svg>
  );
}
