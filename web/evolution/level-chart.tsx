import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { area, curveStepAfter, line, type Series, type SeriesPoint, stack } from 'd3-shape';
import { TimeLabels, timeScale, type TimeScale } from './axis.tsx';
import type { Evolution, Point } from './evolution-of.ts';
import { type Group, groupLabel, LOOKS } from './levels.ts';
import { fillOf } from './patterns.tsx';

const TOP = 12;
const LEFT = 28;
const BOTTOM = 28;
// With this much width there is room for the levels' names beside their areas.
const WIDE = 520;
const NAMES = 112;
// From one name's baseline to the next.
const LINE = 16;
// Steps that are nearer to each other are one: a picture has so many at most, however long the history.
const LEAST_STEP = 3;

type Layers = ReadonlyArray<Series<Point, Group>>;
type Counts = ScaleLinear<number, number>;

/** How many technologies each level had, one level upon the other, in an `svg` of this size. */
export function LevelChart({ evolution, width, height }: { evolution: Evolution; width: number; height: number }) {
  const { groups, points, to } = evolution;
  const last = points.at(-1) ?? points[0];
  const right = width - (width >= WIDE ? NAMES : 12);
  const x = timeScale(evolution, [LEFT, right]);
  const most = Math.max(1, ...points.map(({ total }) => total));
  const y = scaleLinear()
    .domain([0, most])
    .rangeRound([height - BOTTOM, TOP])
    .nice(4);
  const layers = stack<Point, Group>()
    .keys(groups)
    .value(({ counts }, group) => counts[group])([...apart(points, x), { ...last, day: to }]);
  const left = ({ data }: SeriesPoint<Point>) => x(data.day);
  const high = ([, count]: SeriesPoint<Point>) => y(count);
  const shape = area<SeriesPoint<Point>>(left, ([count]) => y(count), high).curve(curveStepAfter);
  const edge = line<SeriesPoint<Point>>(left, high).curve(curveStepAfter);
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

/** Of changes that stand together the last counts, from where the first stands. */
function apart(points: Evolution['points'], x: TimeScale): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const before = kept.at(-1);
    if (before && x(point.day) - x(before.day) < LEAST_STEP) kept[kept.length - 1] = { ...point, day: before.day };
    else kept.push(point);
  }
  return kept;
}

/** Where a layer changes, and its end. */
function steps(layer: Layers[number]): Array<SeriesPoint<Point>> {
  return layer.filter(([from, until], index) => {
    const before = layer[index - 1];
    return index === layer.length - 1 || before?.[0] !== from || before[1] !== until;
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

/** Each level's name beside its area of today, in the same order and a line apart at least. */
function Names({ layers, y, left }: { layers: Layers; y: Counts; left: number }) {
  let below = Infinity;
  return layers.map((layer) => {
    const [from, until] = layer.at(-1) ?? [0, 0];
    if (from === until) return null;
    below = Math.min(below - LINE, y((from + until) / 2));
    return (
      <text key={layer.key} x={left} y={below} dy="0.35em" fill="#f8f9fa" data-label="">
        {groupLabel(layer.key)}
      </text>
    );
  });
}
