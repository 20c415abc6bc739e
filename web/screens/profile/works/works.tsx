import { useRef, useState } from 'react';
import type { Work } from '#contract/work.ts';
import { Button } from '../../../components/button.tsx';
import type { OwnProfile } from '../own-profile.ts';
import { RemoveWork } from './remove-work.tsx';
import { Actions, Section } from '../section.tsx';
import { WebLink } from '../../../components/web-link.tsx';
import { WorkDialog } from './work-dialog.tsx';
import styles from './works.module.css';

type Opened = { dialog: 'add' } | { dialog: 'change' | 'remove'; work: Work };

export function Works({ profile }: { profile: OwnProfile }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const { works } = profile.user;

  // A call may end after its dialog was closed and another opened: it closes its own alone.
  const close = () => setOpened((now) => (now === opened ? null : now));

  function replace(change: (held: Work[]) => Work[]) {
    profile.hold((held) => ({ ...held, works: change(held.works) }));
  }

  function put(work: Work) {
    replace((held) => {
      const known = held.some(({ id }) => id === work.id);
      return known ? held.map((other) => (other.id === work.id ? work : other)) : [...held, work];
    });
  }

  function drop(id: string) {
    // What opened the dialog goes with its row: the next row's button takes the focus, else the previous one's.
    const row = list.current?.querySelector(`[data-work="${id}"]`);
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    (neighbour?.querySelector<HTMLElement>('[data-remove]') ?? adder.current)?.focus();
    replace((held) => held.filter((other) => other.id !== id));
  }

  return (
    <Section title="Trabalhos" lead="O que você já fez e onde isso pode ser visto.">
      <div ref={list} className={styles.works}>
        {works.length === 0 && <p className={styles.empty}>Nenhum trabalho ainda. Que tal o seu último projeto?</p>}
        {works.length > 0 && (
          <ul>
            {works.map((work) => (
              <Row key={work.id} work={work} onOpen={setOpened} />
            ))}
          </ul>
        )}
        <Actions>
          <Button ref={adder} tone="quiet" onClick={() => setOpened({ dialog: 'add' })}>
            Adicionar trabalho
          </Button>
        </Actions>
      </div>
      {opened?.dialog === 'add' && <WorkDialog profile={profile} onClose={close} onDone={put} />}
      {opened?.dialog === 'change' && <WorkDialog profile={profile} work={opened.work} onClose={close} onDone={put} />}
      {opened?.dialog === 'remove' && (
        <RemoveWork profile={profile} work={opened.work} onClose={close} onDone={() => drop(opened.work.id)} />
      )}
    </Section>
  );
}

function Row({ work, onOpen }: { work: Work; onOpen: (opened: Opened) => void }) {
  return (
    <li className={styles.row} data-work={work.id}>
      <h3>{work.title}</h3>
      <p className={styles.description}>{work.description}</p>
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
          aria-label={`Remover ${work.title}`}
          onClick={() => onOpen({ dialog: 'remove', work })}
        >
          Remover
        </button>
      </div>
    </li>
  );
}
