import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { levelLabel } from '#contract/choices.ts';
import { TimeLabels, timeScale, type TimeScale } from './axis.tsx';
import styles from './chart.module.css';
import { type Group, LOOKS } from './levels.ts';
import { fillOf } from './patterns.tsx';
import { summaryOf } from './summary.ts';
import { mergeNeighbours, type Point, type Timeline } from './timeline.ts';

const TOP = 12;
const LEFT = 28;
const BOTTOM = 28;
const LABELS_WIDTH = 112;
// For the font of the screen, which is smaller than that of the image file.
const NARROW_LABELS_WIDTH = 96;
const LABELS_GAP = 8;
const WIDE = 520;
const LINE_HEIGHT = 16;
// In pixels. Merges closer steps, which bounds the size of the SVG for a long history.
const MIN_STEP = 3;

type CountScale = ScaleLinear<number, number>;
type Layer = { group: Group; steps: Step[] };
type Step = { left: number; right: number; low: number; high: number };

type ChartProps = { timeline: Timeline; width: number; height: number };

export function LevelChart({ timeline, width, height }: ChartProps) {
  const label = `Tecnologias em cada nível. ${summaryOf(timeline)}`;
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <ChartShapes timeline={timeline} width={width} height={height} />
    </svg>
  );
}

/** A stacked area chart of technologies per level. The document must contain `Patterns` once. */
export function ChartShapes({ timeline, width, height }: ChartProps) {
  const right = width - (width >= WIDE ? LABELS_WIDTH : NARROW_LABELS_WIDTH);
  const x = timeScale(timeline, [LEFT, right]);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...timeline.points.map(({ total }) => total))])
    .rangeRound([height - BOTTOM, TOP])
    .nice(4);
  const layers = layersOf(timeline, x, y);
  return (
    <>
      <CountLines y={y} right={right} />
      <TimeLabels x={x} y={height - 6} />
      {layers.map(({ group, steps }) => (
        <path key={group} d={areaPath(steps)} fill={fillOf(group)} />
      ))}
      {layers.map(({ group, steps }) => (
        <path key={group} d={edgePath(steps)} fill="none" stroke={LOOKS[group].edge} strokeWidth="2" data-edge="" />
      ))}
      <LayerLabels layers={layers} left={right + LABELS_GAP} />
    </>
  );
}

function layersOf({ groups, points, to }: Timeline, x: TimeScale, y: CountScale): Layer[] {
  const merged = mergeNeighbours<Point>(points, (previous, point) =>
    x(point.day) - x(previous.day) < MIN_STEP ? { ...point, day: previous.day } : undefined,
  );
  return groups.map((group, index) => {
    const steps = merged.map(({ day, counts }, step): Step => {
      const below = groups.slice(0, index).reduce((sum, other) => sum + counts[other], 0);
      const right = x(merged[step + 1]?.day ?? to);
      return { left: x(day), right, low: y(below), high: y(below + counts[group]) };
    });
    return { group, steps: mergeNeighbours(steps, mergeEqual) };
  });
}

function mergeEqual(previous: Step, step: Step): Step | undefined {
  const isEqual = previous.low === step.low && previous.high === step.high;
  return isEqual ? { ...previous, right: step.right } : undefined;
}

function areaPath(steps: readonly Step[]): string {
  const top = steps.map(({ right, high }) => `V${high}H${right}`);
  const bottom = steps.toReversed().map(({ left, low }) => `V${low}H${left}`);
  return `M${LEFT} ${steps[0]?.high}${top.join('')}${bottom.join('')}Z`;
}

function edgePath(steps: readonly Step[]): string {
  const isEmpty = (step: Step | undefined) => step === undefined || step.low === step.high;
  const parts = steps.map((step, index) => {
    const { left, right, high } = step;
    if (isEmpty(step)) return '';
    return `${isEmpty(steps[index - 1]) ? `M${left} ${high}` : `V${high}`}H${right}`;
  });
  return parts.join('');
}

function CountLines({ y, right }: { y: CountScale; right: number }) {
  return y
    .ticks(4)
    .filter(Number.isInteger)
    .map((count) => (
      <g key={count}>
        <path d={`M${LEFT} ${y(count)}H${right}`} stroke="#343b41" data-grid="" />
        <text x={LEFT - 8} y={y(count)} dy="0.35em" textAnchor="end" fill="#8a929a" data-label="">
          {count}
        </text>
      </g>
    ));
}

function LayerLabels({ layers, left }: { layers: readonly Layer[]; left: number }) {
  let baseline = Infinity;
  return layers.map(({ group, steps }) => {
    const last = steps.at(-1);
    if (!last || last.low === last.high) return null;
    baseline = Math.min(baseline - LINE_HEIGHT, (last.low + last.high) / 2);
    return (
      <text key={group} x={left} y={baseline} dy="0.35em" fill="#f8f9fa" data-label="">
        {levelLabel(group)}
      </text>
    );
  });
}
