import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import satori from 'satori';
import sharp from 'sharp';
import { LEVELS } from '#contract/choices.ts';
import { PREVIEW } from '#contract/limits.ts';
import { answerTasks } from '../images/child.ts';
import type { Drawing, Preview } from './preview.ts';
import { fontsFor, inInter } from './text-in-inter.ts';

const { width: WIDTH, height: HEIGHT } = PREVIEW;
const MARGIN = 68;
const AVATAR = 176;
const COLOURS = { page: '#000', text: '#f8f9fa', soft: '#c9ced3', grey: '#8a929a', line: '#343b41', pink: '#ff577f' };
const LOGO = readFileSync(resolve(import.meta.dirname, 'logo.svg'));

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

const logo = (width: number) =>
  picture(`data:image/svg+xml;base64,${LOGO.toString('base64')}`, width, Math.round(width * 0.32));

const NAME_SIZES = [
  [14, 96],
  [24, 76],
  [44, 60],
  [80, 46],
] as const;

const HEADING = { fontWeight: 700, letterSpacing: -1, lineHeight: 1.1, color: COLOURS.text };

function fontSizeOf(name: string): number {
  return NAME_SIZES.find(([letters]) => Array.from(name).length <= letters)?.[1] ?? 38;
}

function meter(step: number): Node {
  return box(
    { gap: 8 },
    ...LEVELS.map((_level, index) =>
      box({ width: 56, height: 12, borderRadius: 6, backgroundColor: index < step ? COLOURS.pink : COLOURS.line }),
    ),
  );
}

function level({ label, step, count }: Preview['levels'][number]): Node {
  return box(
    { flexDirection: 'column', gap: 14, marginRight: 72 },
    box(
      { alignItems: 'baseline', gap: 14 },
      box({ fontSize: 52, fontWeight: 700, color: COLOURS.text }, String(count)),
      box({ fontSize: 28, color: COLOURS.soft }, label),
    ),
    meter(step ?? 0),
  );
}

const GLOW = 'rgba(255,87,127,0.42), rgba(89,50,63,0.35) 38%, rgba(0,0,0,0) 68%';

function frame(...children: Node[]): Node {
  const sheet = { width: '100%', height: '100%', alignItems: 'center', justifyContent: 'center' };
  const inside = { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN, justifyContent: 'space-between' };
  return box(
    { ...sheet, backgroundColor: COLOURS.page, backgroundImage: `radial-gradient(circle at 85% 0%, ${GLOW})` },
    box({ ...inside, flexDirection: 'column' }, ...children),
  );
}

function clamp(lines: number): Style {
  return { display: 'block', lineClamp: lines, wordBreak: 'break-word' };
}

function draw({ name, courseModule, address, levels }: Preview, avatar: string | undefined): Node {
  return frame(
    box(
      { justifyContent: 'space-between', alignItems: 'center' },
      logo(188),
      box({ fontSize: 26, color: COLOURS.soft }, address),
    ),
    box(
      { alignItems: 'center', gap: 44 },
      ...(avatar === undefined ? [] : [picture(avatar, AVATAR, AVATAR, { borderRadius: AVATAR / 2 })]),
      box(
        { flexDirection: 'column', gap: 18, flex: 1 },
        box({ ...clamp(3), ...HEADING, fontSize: fontSizeOf(name) }, name),
        box({ ...clamp(2), fontSize: 30, lineHeight: 1.35, color: COLOURS.soft }, courseModule),
      ),
    ),
    levels.length === 0
      ? box({ fontSize: 28, color: COLOURS.grey }, 'A trilha está começando')
      : box({}, ...levels.slice(0, LEVELS.length).map(level)),
  );
}

const missing = frame(
  logo(188),
  box({ fontSize: 56, fontWeight: 700, color: COLOURS.grey }, 'Página não encontrada'),
  box({ fontSize: 28, color: COLOURS.grey }, 'O perfil não existe ou é privado'),
);

/** Removes characters that Inter lacks. Replaces a name in another script by the handle, which is ASCII. */
function inInterOnly(preview: Preview): Preview {
  const courseModule = inInter(preview.courseModule) ?? '';
  const levels = preview.levels.map((each) => ({ ...each, label: inInter(each.label) ?? '' }));
  const address = inInter(preview.address) ?? '';
  const handle = `@${address.split('/').at(-1)}`;
  return { ...preview, levels, address, courseModule, name: inInter(preview.name) ?? handle };
}

async function pngUrl(avatar: Uint8Array): Promise<string> {
  const resized = sharp(avatar).resize(AVATAR * 2);
  return `data:image/png;base64,${(await resized.png().toBuffer()).toString('base64')}`;
}

async function convert(drawing: Drawing): Promise<Buffer> {
  const preview = drawing && inInterOnly(drawing);
  const avatar = preview?.avatar ? await pngUrl(preview.avatar) : undefined;
  const tree = preview ? draw(preview, avatar) : missing;
  const fonts = fontsFor([...(preview ? [preview.name, preview.courseModule, preview.address] : []), 'Avançado']);
  tree.props.style = { ...tree.props.style, fontFamily: fonts.map(({ name }) => name).join(', ') };
  const svg = await satori(tree as Parameters<typeof satori>[0], { width: WIDTH, height: HEIGHT, fonts });
  const image = sharp(Buffer.from(svg));
  return (preview ? image : image.greyscale()).png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer();
}

sharp.cache(false);
sharp.concurrency(1);

// This file is a child process: it receives previews, and responds with a PNG, or null for a failure.
answerTasks(convert);
