import { useEffect, useState } from 'react';
import type { User } from '#contract/user.ts';
import { codeOf } from '../../../api.ts';
import { readList, saveList, type LastList } from '../../../last-list.ts';
import { currentSession, useRequiredSession } from '../../../session.ts';
import styles from './technology-list.module.css';
import { TitleAndLevel } from './title-and-level.tsx';

/** Saves the list whenever it changes. Returns the saved one if no response has come. */
export function useLastList(user: User | undefined, error: Error | null): LastList | undefined {
  const session = useRequiredSession();
  const { userId } = session;
  const [list, setList] = useState<LastList>();
  useEffect(() => {
    if (user?.id === userId) saveList(user, () => currentSession()?.userId === userId);
  }, [user, userId]);
  useEffect(() => {
    if (error === null) return;
    const code = codeOf(error);
    void (code === undefined ? readList(userId) : Promise.resolve(undefined)).then(setList);
  }, [error, userId]);
  return user === undefined ? list : undefined;
}

export function ReadOnlyList({ list: { techs, savedAt } }: { list: LastList }) {
  return (
    <>
      <p className={styles.saved}>Sem internet: lista de {dayAndTime(savedAt)}</p>
      {techs.length > 0 && (
        <ul className={styles.list}>
          {techs.map(({ id, ...technology }) => (
            <li key={id} className={styles.row}>
              <span className={styles.edit}>
                <TitleAndLevel {...technology} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function dayAndTime(timestamp: number): string {
  const date = new Date(timestamp);
  const day = date.toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit' });
  return `${day} às ${date.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })}`;
}
