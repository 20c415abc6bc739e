import type { TimeScale } from '../../evolution/axis.tsx';
import type { Lane } from '../../evolution/timeline.ts';
import { LOOKS } from '../../evolution/levels.ts';
import { fillOf } from '../../evolution/patterns.tsx';

/** In pixels. */
export const LANE_HEIGHT = 24;
const MIN_WIDTH = 3;
const GAP = 1;

export function LaneBars({ lane: { spans }, x }: { lane: Lane; x: TimeScale }) {
  const [left = 0, right = 0] = x.range();
  return (
    <>
      <path d={`M${left} ${LANE_HEIGHT / 2}H${right}`} stroke="#343b41" data-grid="" />
      {spans.map(({ group, from, to }) => {
        const { height } = LOOKS[group];
        const width = Math.max(MIN_WIDTH, x(to) - x(from) - GAP);
        return (
          <rect
            key={from.getTime()}
            x={Math.min(x(from), right - width)}
            y={(LANE_HEIGHT - height) / 2}
            width={width}
            height={height}
            rx="2"
            fill={fillOf(group)}
            stroke={LOOKS[group].edge}
            data-edge=""
          />
        );
      })}
    </>
  );
}
