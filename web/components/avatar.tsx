import { useState } from 'react';
import styles from './avatar.module.css';

type AvatarProps = { name: string; url: string | null; size: 'small' | 'medium' | 'large' };

/** A user's avatar, or their initials when it is missing or broken. Hidden from screen readers: a name stands beside it. */
export function Avatar({ name, url, size }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const shown = url !== null && url !== broken;
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {shown ? <img src={url} alt="" onError={() => setBroken(url)} /> : initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase('pt-BR');
}
