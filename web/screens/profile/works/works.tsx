import { useRef, useState } from 'react';
import type { Technology } from '#contract/technology.ts';
import type { Work } from '#contract/work.ts';
import { Button } from '../../../components/button.tsx';
import { WebLink } from '../../../components/web-link.tsx';
import { useProfileUpdate } from '../own-profile.ts';
import { Actions, Section } from '../section.tsx';
import { RemoveWork } from './remove-work.tsx';
import { WorkDialog } from './work-dialog.tsx';
import styles from './works.module.css';

type Opened = { dialog: 'add' } | { dialog: 'change' | 'remove'; work: Work };

export function Works({ works, technologies }: { works: Work[]; technologies: Technology[] }) {
  const update = useProfileUpdate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);

  // A late call closes its own dialog, not one opened since.
  const close = () => setOpened((now) => (now === opened ? null : now));

  function updateWorks(change: (works: Work[]) => Work[]) {
    update((user) => ({ ...user, works: change(user.works) }));
  }

  function put(saved: Work) {
    updateWorks((before) => {
      const known = before.some(({ id }) => id === saved.id);
      return known ? before.map((work) => (work.id === saved.id ? saved : work)) : [...before, saved];
    });
  }

  function drop(id: string) {
    // The focused button goes with its row.
    const row = list.current?.querySelector(`[data-work="${id}"]`);
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    (neighbour?.querySelector<HTMLElement>('[data-remove]') ?? adder.current)?.focus();
    updateWorks((before) => before.filter((work) => work.id !== id));
  }

  return (
    <Section anchor="projetos" title="Projetos" lead="O que você já fez e onde dá para ver.">
      <div ref={list} className={styles.works}>
        {works.length === 0 && <p className={styles.empty}>Nenhum projeto ainda. Que tal adicionar o mais recente?</p>}
        {works.length > 0 && (
          <ul className={styles.list}>
            {works.map((work) => (
              <Row key={work.id} work={work} shown={titlesOf(work, technologies)} onOpen={setOpened} />
            ))}
          </ul>
        )}
        <Actions>
          <Button ref={adder} tone="quiet" onClick={() => setOpened({ dialog: 'add' })}>
            Adicionar projeto
          </Button>
        </Actions>
      </div>
      {opened?.dialog === 'add' && <WorkDialog technologies={technologies} onClose={close} onDone={put} />}
      {opened?.dialog === 'change' && (
        <WorkDialog work={opened.work} technologies={technologies} onClose={close} onDone={put} />
      )}
      {opened?.dialog === 'remove' && (
        <RemoveWork work={opened.work} onClose={close} onDone={() => drop(opened.work.id)} />
      )}
    </Section>
  );
}

function titlesOf(work: Work, technologies: Technology[]): string[] {
  const ids = new Set(work.technologies);
  return technologies.filter(({ id }) => ids.has(id)).map(({ title }) => title);
}

function Row({ work, shown, onOpen }: { work: Work; shown: string[]; onOpen: (opened: Opened) => void }) {
  return (
    <li className={styles.row} data-work={work.id}>
      <h3 className={styles.title}>{work.title}</h3>
      <p className={styles.description}>{work.description}</p>
      {shown.length > 0 && (
        <ul className={styles.shown} aria-label={`Tecnologias de ${work.title}`}>
          {shown.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      <p className={styles.address}>
        <WebLink address={work.deploy_url} />
      </p>
      <div className={styles.tools}>
        <button type="button" aria-label={`Editar ${work.title}`} onClick={() => onOpen({ dialog: 'change', work })}>
          Editar
        </button>
        <button
          type="button"
          data-remove
          aria-label={`Excluir ${work.title}`}
          onClick={() => onOpen({ dialog: 'remove', work })}
        >
          Excluir
        </button>
      </div>
    </li>
  );
}
