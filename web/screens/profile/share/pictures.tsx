import { useState, type ReactNode } from 'react';
import { badgePath, cardPath, type CardColumns, type CardTheme } from '#contract/public/card.ts';
import { levelLabel } from '#contract/choices.ts';
import { PREVIEW, PUBLIC_COPY_MINUTES } from '#contract/limits.ts';
import { featuredTechnologies } from '#contract/public/featured.ts';
import { publicPath } from '#contract/public/handle.ts';
import { groupTechnologiesByLevel } from '#contract/public/page.ts';
import type { OwnUser } from '#contract/user.ts';
import { BASE } from '../../../api.ts';
import { SelectField } from '../../../components/forms/field.tsx';
import { inWords } from '../../../components/secondary/number-words.ts';
import { CopyText } from '../../../shell/sharing/copy-text.tsx';
import styles from './share.module.css';

const THEMES: Record<CardTheme, string> = {
  auto: 'Automáticas (claras ou escuras)',
  claro: 'Claras',
  escuro: 'Escuras',
};
const COLUMNS: Record<CardColumns, string> = { 1: 'Uma', 2: 'Duas' };
const ABOUT_CARD = `Uma imagem das suas tecnologias, que se atualiza sozinha em até ${inWords(PUBLIC_COPY_MINUTES, 'minuto')}.`;
const FEATURED = 'Destaques';
const MAX_BADGES = 12;

type PicturesProps = { user: OwnUser; handle: string; origin: string; page: string };

export function LinkPicture({ user, handle }: PicturesProps) {
  const address = versionedUrl(`${publicPath(handle)}/preview.png`, user);
  return (
    <Part title="Imagem" about="A que aparece junto do seu link. Baixe para usar em um post.">
      <img className={styles.picture} src={address} alt="" {...PREVIEW} loading="lazy" />
      <p>
        <a className="small" href={address} download={`trilha-${handle}.png`}>
          Baixar imagem
        </a>
      </p>
    </Part>
  );
}

export function CardPicture({ user, handle, origin, page }: PicturesProps) {
  const [theme, setTheme] = useState<CardTheme>('auto');
  const [columns, setColumns] = useState<CardColumns>('1');
  const query = new URLSearchParams({
    ...(theme !== 'auto' && { tema: theme }),
    ...(columns !== '1' && { colunas: columns }),
  });
  const path = query.size === 0 ? cardPath(handle) : `${cardPath(handle)}?${query.toString()}`;
  const words = `Tecnologias de ${user.name}`;
  return (
    <Part title="Cartão" about={ABOUT_CARD}>
      <div className={styles.choices}>
        <SelectField
          label="Cores"
          options={Object.entries(THEMES)}
          value={theme}
          onChange={({ target }) => setTheme(target.value as CardTheme)}
        />
        <SelectField
          label="Colunas"
          options={Object.entries(COLUMNS)}
          value={columns}
          onChange={({ target }) => setColumns(target.value as CardColumns)}
        />
      </div>
      <img className={styles.picture} src={versionedUrl(path, user)} alt={words} />
      <CopyText
        label="Markdown do cartão"
        text={linkedPicture({ words, address: origin + path }, page)}
        copy={<CopyMarkdown of="do cartão" />}
      />
    </Part>
  );
}

export function BadgePictures({ user, handle, origin, page }: PicturesProps) {
  const [level, setLevel] = useState(FEATURED);
  const levels = groupTechnologiesByLevel(user.techs);
  const technologies = levels.find(({ label }) => label === level)?.technologies ?? featuredTechnologies(user);
  const badges = technologies.map(({ id, title, status }) => {
    const path = badgePath(handle, title);
    return { id, path, words: `${title}: ${levelLabel(status)}`, address: origin + path };
  });
  if (badges.length === 0) return null;
  const visible = badges.slice(0, MAX_BADGES);
  return (
    <Part title="Selos" about="Uma imagem pequena para cada tecnologia.">
      <SelectField
        label="Selo de"
        options={[FEATURED, ...levels.map(({ label }) => label)].map((choice) => [choice, choice])}
        value={level}
        onChange={(event) => setLevel(event.target.value)}
      />
      <p className={styles.badges}>
        {visible.map(({ id, path, words }) => (
          <img key={id} src={versionedUrl(path, user)} alt={words} height={20} loading="lazy" />
        ))}
        {badges.length > visible.length && <span>{`e mais ${badges.length - visible.length}`}</span>}
      </p>
      <CopyText
        label="Markdown dos selos"
        text={badges.map((badge) => linkedPicture(badge, page)).join('\n')}
        copy={<CopyMarkdown of="dos selos" />}
      />
    </Part>
  );
}

export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <details className={styles.part}>
      <summary>
        <h3>{title}</h3>
      </summary>
      <div className={styles.content}>
        <p className="note">{about}</p>
        {children}
      </div>
    </details>
  );
}

function CopyMarkdown({ of }: { of: string }) {
  return (
    <>
      Copiar Markdown<span className="sr-only"> {of}</span>
    </>
  );
}

function linkedPicture(picture: { words: string; address: string }, target: string): string {
  const words = picture.words.replaceAll(/[\\`*_[\]<>&~|!]/g, String.raw`\$&`);
  return `[![${words}](${picture.address})](${target})`;
}

/** Adds a hash of the images' data to the URL, because the browser caches images for some minutes. */
function versionedUrl(
  path: string,
  { name, course_module: courseModule, avatar_url: avatar, ...user }: OwnUser,
): string {
  const technologies = [...featuredTechnologies(user), ...user.techs].map(({ title, status }) => [title, status]);
  const data = JSON.stringify([name, courseModule, avatar, technologies]);
  let hash = 0;
  for (const character of Array.from(data)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0xffff_ffff;
  return `${BASE}${path}${path.includes('?') ? '&' : '?'}v=${hash.toString(36)}`;
}
