import { useState } from 'react';
import styles from './avatar.module.css';

type AvatarProps = { name: string; url: string | null; size: 'small' | 'medium' | 'large' };

/** Shows initials if the image is missing or fails to load. `aria-hidden`, because the name is always beside it. */
export function Avatar({ name, url, size }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const hasImage = url !== null && url !== failedUrl;
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {hasImage ? (
        <img src={url} alt="" loading={size === 'small' ? 'lazy' : 'eager'} onError={() => setFailedUrl(url)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase('pt-BR');
}
