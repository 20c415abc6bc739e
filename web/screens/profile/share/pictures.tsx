import { useState, type ReactNode } from 'react';
import {
  badgePath,
  CARD_COLUMNS,
  CARD_THEMES,
  cardPath,
  type CardColumns,
  type CardTheme,
} from '#contract/public/card.ts';
import { levelLabel } from '#contract/choices.ts';
import { PUBLIC_COPY_MINUTES } from '#contract/limits.ts';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { FieldFrame } from '../../../components/forms/field.tsx';
import { inWords } from '../../../number-words.ts';
import { CopyText } from './copy-text.tsx';
import { linkedPicture } from './markdown.ts';
import styles from './share.module.css';

const THEMES: Record<CardTheme, string> = { auto: 'Como quem lê prefere', claro: 'Claras', escuro: 'Escuras' };
const COLUMNS: Record<CardColumns, string> = { 1: 'Uma', 2: 'Duas' };
const ABOUT_CARD = `Uma imagem das suas tecnologias, que se atualiza sozinha em até ${inWords(PUBLIC_COPY_MINUTES, 'minuto')}.`;
/** A page of hundreds of pictures would be slow. */
const BADGES_SHOWN = 12;

type PicturesProps = {
  user: OwnUser;
  handle: string;
  /** What the addresses begin with, and the public page's own. */
  origin: string;
  page: string;
};

/** The picture of the whole list, as it will look, and its Markdown. */
export function CardPicture({ user, handle, origin, page }: PicturesProps) {
  const [theme, setTheme] = useState<CardTheme>('auto');
  const [columns, setColumns] = useState<CardColumns>('1');
  const chosen = new URLSearchParams({
    ...(theme !== 'auto' && { tema: theme }),
    ...(columns !== '1' && { colunas: columns }),
  });
  const path = chosen.size === 0 ? cardPath(handle) : `${cardPath(handle)}?${chosen.toString()}`;
  const words = `Tecnologias de ${user.name}`;
  return (
    <Part title="Cartão" about={ABOUT_CARD}>
      <div className={styles.choices}>
        <Choice label="Cores" options={CARD_THEMES} words={THEMES} value={theme} onChange={setTheme} />
        <Choice label="Colunas" options={CARD_COLUMNS} words={COLUMNS} value={columns} onChange={setColumns} />
      </div>
      <img className={styles.picture} src={fresh(path, user)} alt={words} />
      <CopyText
        label="Markdown do cartão"
        text={linkedPicture({ words, address: origin + path }, page)}
        copy={<CopyMarkdown of="do cartão" />}
      />
    </Part>
  );
}

/** The pictures of single technologies, as they will look, and their Markdown. */
export function BadgePictures({ user, handle, origin, page }: PicturesProps) {
  const [only, setOnly] = useState('');
  const badges = user.techs
    .filter(({ id }, _index, all) => only === id || !all.some((each) => each.id === only))
    .map(({ id, title, status }) => {
      const path = badgePath(handle, title);
      return { id, path, words: `${title}: ${levelLabel(status)}`, address: origin + path };
    });
  if (badges.length === 0) return null;
  const shown = badges.slice(0, BADGES_SHOWN);
  return (
    <Part title="Selos" about="Uma imagem pequena para cada tecnologia.">
      <FieldFrame label="Tecnologias dos selos">
        {(control) => (
          <select {...control} value={only} onChange={(event) => setOnly(event.target.value)}>
            <option value="">Todas</option>
            {user.techs.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <p className={styles.badges}>
        {shown.map(({ id, path, words }) => (
          <img key={id} src={fresh(path, user)} alt={words} height={20} loading="lazy" />
        ))}
        {badges.length > shown.length && <span>{`e mais ${badges.length - shown.length}`}</span>}
      </p>
      <CopyText
        label="Markdown dos selos"
        text={badges.map((badge) => linkedPicture(badge, page)).join('\n')}
        copy={<CopyMarkdown of="dos selos" />}
      />
    </Part>
  );
}

export function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {children}
    </div>
  );
}

function CopyMarkdown({ of }: { of: string }) {
  return (
    <>
      Copiar Markdown<span className="sr-only"> {of}</span>
    </>
  );
}

type ChoiceProps<Option extends string> = {
  label: string;
  options: readonly Option[];
  words: Record<Option, string>;
  value: Option;
  onChange: (option: Option) => void;
};

function Choice<Option extends string>({ label, options, words, value, onChange }: ChoiceProps<Option>) {
  return (
    <FieldFrame label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value as Option)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {words[option]}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** The browser keeps a picture for some minutes: what has changed since is asked for under another name. */
function fresh(path: string, { name, course_module: courseModule, techs }: OwnUser): string {
  const shown = JSON.stringify([name, courseModule, techs.map(({ title, status }) => [title, status])]);
  let sum = 0;
  for (const unit of Array.from(shown)) sum = (sum * 31 + (unit.codePointAt(0) ?? 0)) % 0xffff_ffff;
  return `${api.BASE}${path}${path.includes('?') ? '&' : '?'}v=${sum.toString(36)}`;
}
