import { type Group, GROUPS, LOOKS } from './levels.ts';

const SIDE = 8;

/** The fill of a level: once a document has `Patterns`, every drawing in it may use them. */
export function fillOf(group: Group): string {
  return `url(#level-${GROUPS.indexOf(group)})`;
}

/** A level's lightness and pattern. The style sheet has others for paper and for forced colours. */
export function Patterns() {
  return (
    <defs>
      {GROUPS.map((group, index) => (
        <pattern key={group} id={`level-${index}`} width={SIDE} height={SIDE} patternUnits="userSpaceOnUse">
          <rect width={SIDE} height={SIDE} fill={LOOKS[group].base} data-base={index} />
          <path d={LOOKS[group].pattern} stroke={LOOKS[group].ink} strokeWidth="2" data-ink={index} />
        </pattern>
      ))}
    </defs>
  );
}
