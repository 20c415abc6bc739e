import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { area, curveStepAfter, line, type Series, type SeriesPoint, stack } from 'd3-shape';
import { TimeLabels, timeScale, type TimeScale } from './axis.tsx';
import type { Evolution, Point } from './timeline.ts';
import { type Group, groupLabel, LOOKS } from './levels.ts';
import { fillOf } from './patterns.tsx';

const TOP = 12;
const LEFT = 28;
const BOTTOM = 28;
const WIDE = 520;
const NAMES_WIDTH = 112;
const LINE_HEIGHT = 16;
// In pixels. Merges closer steps, which bounds the size of the SVG for a long history.
const MIN_STEP = 3;

type Layers = ReadonlyArray<Series<Point, Group>>;
type Counts = ScaleLinear<number, number>;

/** A stacked area chart of technologies per level. Render it in an SVG of the same size. */
export function LevelChart({ evolution, width, height }: { evolution: Evolution; width: number; height: number }) {
  const { groups, points, to } = evolution;
  const last = points.at(-1) ?? points[0];
  const right = width - (width >= WIDE ? NAMES_WIDTH : 12);
  const x = timeScale(evolution, [LEFT, right]);
  const maximum = Math.max(1, ...points.map(({ total }) => total));
  const y = scaleLinear()
    .domain([0, maximum])
    .rangeRound([height - BOTTOM, TOP])
    .nice(4);
  const layers = stack<Point, Group>()
    .keys(groups)
    .value(({ counts }, group) => counts[group])([...mergeClose(points, x), { ...last, day: to }]);
  const left = ({ data }: SeriesPoint<Point>) => x(data.day);
  const top = ([, count]: SeriesPoint<Point>) => y(count);
  const shape = area<SeriesPoint<Point>>(left, ([count]) => y(count), top).curve(curveStepAfter);
  const edge = line<SeriesPoint<Point>>(left, top).curve(curveStepAfter);
  return (
    <>
      <CountLines y={y} right={right} />
      <TimeLabels x={x} y={height - 6} />
      {layers.map((layer) => (
        <path key={layer.key} d={shape(steps(layer)) ?? ''} fill={fillOf(layer.key)} />
      ))}
      {layers.map((layer) => (
        <path
          key={layer.key}
          d={edge.defined(([from, until]) => until > from)(steps(layer)) ?? ''}
          fill="none"
          stroke={LOOKS[layer.key].edge}
          strokeWidth="2"
          data-edge=""
        />
      ))}
      {width >= WIDE && <Names layers={layers} y={y} left={right + 12} />}
    </>
  );
}

function mergeClose(points: Evolution['points'], x: TimeScale): Point[] {
  const result: Point[] = [];
  for (const point of points) {
    const previous = result.at(-1);
    if (previous && x(point.day) - x(previous.day) < MIN_STEP) {
      result[result.length - 1] = { ...point, day: previous.day };
    } else result.push(point);
  }
  return result;
}

function steps(layer: Layers[number]): Array<SeriesPoint<Point>> {
  return layer.filter(([from, until], index) => {
    const previous = layer[index - 1];
    return index === layer.length - 1 || previous?.[0] !== from || previous[1] !== until;
  });
}

function CountLines({ y, right }: { y: Counts; right: number }) {
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

function Names({ layers, y, left }: { layers: Layers; y: Counts; left: number }) {
  let baseline = Infinity;
  return layers.map((layer) => {
    const [from, until] = layer.at(-1) ?? [0, 0];
    if (from === until) return null;
    baseline = Math.min(baseline - LINE_HEIGHT, y((from + until) / 2));
    return (
      <text key={layer.key} x={left} y={baseline} dy="0.35em" fill="#f8f9fa" data-label="">
        {groupLabel(layer.key)}
      </text>
    );
  });
}
