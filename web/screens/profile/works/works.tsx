import { useRef, useState } from 'react';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { Button } from '../../../components/button.tsx';
import { WebLink } from '../../../components/profile/web-link.tsx';
import { useCachedUser } from '../../../shell/signed-in/screen-cache.tsx';
import { Actions, Section } from '../section.tsx';
import { RemoveWork, WorkDialog } from './dialogs.tsx';
import styles from './works.module.css';

type DialogState = { kind: 'add'; work?: undefined } | { kind: 'change' | 'remove'; work: Work };

export function Works({ works, technologies }: { works: Work[]; technologies: Technology[] }) {
  const { update } = useCachedUser<OwnUser>();
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  // A slow call must not close a dialog that was opened later.
  const close = () => setDialog((current) => (current === dialog ? null : current));

  function updateWorks(change: (works: Work[]) => Work[]) {
    update((user) => ({ ...user, works: change(user.works) }));
  }

  function saveToCache(saved: Work) {
    updateWorks((cached) => {
      const exists = cached.some(({ id }) => id === saved.id);
      return exists ? cached.map((work) => (work.id === saved.id ? saved : work)) : [...cached, saved];
    });
  }

  function removeFromCache(id: string) {
    const row = list.current?.querySelector(`[data-work="${id}"]`);
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    (neighbour?.querySelector<HTMLElement>('[data-remove]') ?? addButton.current)?.focus();
    updateWorks((cached) => cached.filter((work) => work.id !== id));
  }

  return (
    <Section anchor="projetos" lead="O que você já fez e onde dá para ver.">
      <div ref={list} className={styles.works}>
        {works.length === 0 ? (
          <p className={styles.empty}>Nenhum projeto ainda. Que tal adicionar o mais recente?</p>
        ) : (
          <ul className={styles.list}>
            {works.map((work) => (
              <Row key={work.id} work={work} titles={titlesOf(work, technologies)} onOpen={setDialog} />
            ))}
          </ul>
        )}
        <Actions>
          <Button ref={addButton} tone="quiet" onClick={() => setDialog({ kind: 'add' })}>
            Adicionar projeto
          </Button>
        </Actions>
      </div>
      {(dialog?.kind === 'add' || dialog?.kind === 'change') && (
        <WorkDialog work={dialog.work} technologies={technologies} onClose={close} onDone={saveToCache} />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveWork work={dialog.work} onClose={close} onDone={() => removeFromCache(dialog.work.id)} />
      )}
    </Section>
  );
}

function titlesOf(work: Work, technologies: Technology[]): string[] {
  const ids = new Set(work.technologies);
  return technologies.filter(({ id }) => ids.has(id)).map(({ title }) => title);
}

function Row({ work, titles, onOpen }: { work: Work; titles: string[]; onOpen: (dialog: DialogState) => void }) {
  return (
    <li className={styles.row} data-work={work.id}>
      <h3 className={styles.title}>{work.title}</h3>
      <p className={styles.description}>{work.description}</p>
      {titles.length > 0 && (
        <ul className={styles.technologies} aria-label={`Tecnologias de ${work.title}`}>
          {titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      <p className={styles.address}>
        <WebLink address={work.deploy_url} />
      </p>
      <div className={styles.tools}>
        <button type="button" aria-label={`Editar ${work.title}`} onClick={() => onOpen({ kind: 'change', work })}>
          Editar
        </button>
        <button
          type="button"
          data-remove
          aria-label={`Excluir ${work.title}`}
          onClick={() => onOpen({ kind: 'remove', work })}
        >
          Excluir
        </button>
      </div>
    </li>
  );
}
