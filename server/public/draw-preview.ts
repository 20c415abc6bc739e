import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import satori from 'satori';
import sharp from 'sharp';
import { LEVELS } from '#contract/choices.ts';
import { PREVIEW } from '#contract/limits.ts';
import { LOGO_SIDE } from '#contract/public/page.ts';
import { answerTasks } from '../images/child.ts';
import type { Drawing, Preview } from './preview.ts';
import { fontsFor, inInter } from './text-in-inter.ts';

const { width: WIDTH, height: HEIGHT } = PREVIEW;
const MARGIN = 60;
const AVATAR = 132;
// The width of the panel, without its padding.
const PANEL = 424;
const COLOURS = {
  page: '#000',
  panel: '#121214',
  text: '#f8f9fa',
  soft: '#c9ced3',
  grey: '#8a929a',
  line: '#343b41',
  pink: '#ff577f',
};
const LOGO = readFileSync(resolve(import.meta.dirname, 'logo.svg'), 'utf8');

type Style = Record<string, string | number>;
type Node = {
  type: string;
  props: { style?: Style; src?: string; width?: number; height?: number; children?: unknown };
};

function box(style: Style, ...children: Array<Node | string>): Node {
  const only = children.length === 1 ? children[0] : children;
  return { type: 'div', props: { style: { display: 'flex', ...style }, children: only } };
}

function picture(src: string, width: number, height: number, style: Style = {}): Node {
  return { type: 'img', props: { src, width, height, style } };
}

function svgUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const logo = picture(svgUrl(LOGO), 150, 48);

// The longest names of each font size. Beside the technologies, the name has half of the width.
const NAME_SIZES = [
  [14, 72],
  [28, 58],
  [50, 46],
  [80, 38],
] as const;

function heading(name: string): Node {
  const { length } = Array.from(name);
  const fontSize = NAME_SIZES.find(([longest]) => length <= longest)?.[1] ?? 32;
  // Balanced lines are shorter, and a long name needs four whole ones.
  const lines = { ...clamp(4), textWrap: length > 50 ? 'wrap' : 'balance' };
  return box({ ...lines, fontSize, fontWeight: 700, letterSpacing: -1, lineHeight: 1.1, color: COLOURS.text }, name);
}

function meter(step: number): Node {
  return box(
    { gap: 6, flexShrink: 0 },
    ...LEVELS.map((_level, index) =>
      box({ width: 26, height: 10, borderRadius: 5, backgroundColor: index < step ? COLOURS.pink : COLOURS.line }),
    ),
  );
}

const EMBLEM = 36;

/** The first letter replaces a missing logo. */
function emblem(title: string, path: string | undefined): Node {
  if (path === undefined) {
    const tile = { width: EMBLEM, height: EMBLEM, borderRadius: 8, backgroundColor: COLOURS.line };
    const centred = { alignItems: 'center', justifyContent: 'center', fontSize: 22, fontWeight: 700 };
    return box({ ...tile, ...centred, color: COLOURS.soft }, (Array.from(title)[0] ?? '').toUpperCase());
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><path fill="${COLOURS.soft}" d="${path}"/></svg>`;
  return picture(svgUrl(svg), EMBLEM, EMBLEM);
}

function technologyRow({ title, step, logo: path }: Preview['technologies'][number]): Node {
  return box(
    { alignItems: 'center', gap: 20, height: 62 },
    emblem(title, path),
    box({ ...clamp(1), flex: 1, fontSize: 29, color: COLOURS.text }, title),
    meter(step),
  );
}

function panel(technologies: Preview['technologies']): Node {
  const edge = { border: `2px solid ${COLOURS.line}`, borderRadius: 28, backgroundColor: COLOURS.panel };
  return box(
    { ...edge, width: PANEL, flexDirection: 'column', flexShrink: 0, padding: '20px 32px' },
    ...technologies.map(technologyRow),
  );
}

const GLOW = 'rgba(255,87,127,0.42), rgba(89,50,63,0.35) 38%, rgba(0,0,0,0) 68%';

function frame(...children: Node[]): Node {
  const sheet = { width: '100%', height: '100%', alignItems: 'center', justifyContent: 'center' };
  const inside = { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN, flexDirection: 'column', gap: 24 };
  return box(
    { ...sheet, backgroundColor: COLOURS.page, backgroundImage: `radial-gradient(circle at 85% 0%, ${GLOW})` },
    box(inside, ...children),
  );
}

function clamp(lines: number): Style {
  return { display: 'block', lineClamp: lines, wordBreak: 'break-word' };
}

function draw({ name, courseModule, address, counts, technologies }: Preview, avatar: string | undefined): Node {
  const person = box(
    { flex: 1, flexDirection: 'column', gap: 24 },
    ...(avatar === undefined ? [] : [picture(avatar, AVATAR, AVATAR, { borderRadius: AVATAR / 2 })]),
    box(
      { flexDirection: 'column', gap: 14 },
      heading(name),
      box({ ...clamp(2), fontSize: 28, lineHeight: 1.35, color: COLOURS.soft }, courseModule),
      box(
        { flexWrap: 'wrap', columnGap: 24, fontSize: 28, lineHeight: 1.35, color: COLOURS.pink },
        ...(counts.length === 0 ? ['A trilha está começando'] : counts).map((count) => box({}, count)),
      ),
    ),
  );
  const named = box({ ...clamp(1), marginLeft: 40, fontSize: 24, color: COLOURS.grey }, address);
  return frame(
    box(
      { flex: 1, alignItems: 'center', gap: 48 },
      person,
      ...(technologies.length === 0 ? [] : [panel(technologies)]),
    ),
    box({ alignItems: 'center', justifyContent: 'space-between' }, logo, named),
  );
}

const missing = frame(
  box({ flex: 1, alignItems: 'center', fontSize: 56, fontWeight: 700, color: COLOURS.grey }, 'Perfil não encontrado'),
  logo,
);

/** Removes characters that Inter lacks. Replaces a name in another script by the handle, which is ASCII. */
function inInterOnly(preview: Preview): Preview {
  const courseModule = inInter(preview.courseModule) ?? '';
  const technologies = preview.technologies.flatMap(({ title, ...rest }) => {
    const supported = inInter(title);
    return supported === undefined ? [] : [{ ...rest, title: supported }];
  });
  const address = inInter(preview.address) ?? '';
  const handle = `@${address.split('/').at(-1)}`;
  return { ...preview, technologies, address, courseModule, name: inInter(preview.name) ?? handle };
}

async function pngUrl(avatar: Uint8Array): Promise<string> {
  const resized = sharp(avatar).resize(AVATAR * 2);
  return `data:image/png;base64,${(await resized.png().toBuffer()).toString('base64')}`;
}

async function convert(drawing: Drawing): Promise<Buffer> {
  const preview = drawing && inInterOnly(drawing);
  const avatar = preview?.avatar ? await pngUrl(preview.avatar) : undefined;
  const tree = preview ? draw(preview, avatar) : missing;
  const texts = preview && [
    preview.name,
    preview.courseModule,
    preview.address,
    ...preview.technologies.map(({ title }) => title),
  ];
  const fonts = fontsFor([...(texts ?? []), 'Avançado']);
  tree.props.style = { ...tree.props.style, fontFamily: fonts.map(({ name }) => name).join(', ') };
  const svg = await satori(tree as Parameters<typeof satori>[0], { width: WIDTH, height: HEIGHT, fonts });
  const image = sharp(Buffer.from(svg));
  return (preview ? image : image.greyscale()).png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer();
}

sharp.cache(false);
sharp.concurrency(1);

// This file is a child process: it receives previews, and responds with a PNG, or null for a failure.
answerTasks(convert);
