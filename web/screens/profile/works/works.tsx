import { useState } from 'react';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { inPageOrder } from '#contract/public/works.ts';
import { Button } from '../../../components/button.tsx';
import { useOpenDialog } from '../../../components/dialogs/open-dialog.ts';
import { WebLink } from '../../../components/profile/web-link.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { neighbourOr, useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { useCachedUser } from '../../../shell/signed-in/calls.tsx';
import { Section } from '../section.tsx';
import { RemoveWork, WorkDialog } from './dialogs.tsx';
import { PinButton } from './pin-button.tsx';
import styles from './works.module.css';

const FIRST_WORKS = 5;

type DialogState = { kind: 'add'; work?: undefined } | { kind: 'change' | 'remove'; work: Work };

export function Works({ works, technologies }: { works: Work[]; technologies: Technology[] }) {
  const cached = useCachedWorks();
  const { dialog, open, close } = useOpenDialog<DialogState>();
  const [expanded, setExpanded] = useState(false);
  const visible = inPageOrder(works).slice(0, expanded ? undefined : FIRST_WORKS);

  function move(saved: Work) {
    // The focused button is in this row, which must not move into the collapsed part of the list.
    if (!saved.pinned) setExpanded(true);
    cached.save(saved);
  }

  return (
    <Section anchor="projetos" lead="O que você já fez e onde dá para ver.">
      <div className={styles.works}>
        {works.length === 0 ? (
          <p className={styles.empty}>Nenhum projeto ainda. Que tal adicionar o mais recente?</p>
        ) : (
          <ul className={styles.list}>
            {visible.map((work) => (
              <Row key={work.id} work={work} titles={titlesOf(work, technologies)} onOpen={open} onPin={move} />
            ))}
          </ul>
        )}
        <Actions>
          <Button id="add-work" tone="quiet" onClick={() => open({ kind: 'add' })}>
            Adicionar projeto
          </Button>
          {works.length > FIRST_WORKS && (
            <Button tone="quiet" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
              {expanded ? 'Ver menos' : `Ver todos os ${works.length}`}
            </Button>
          )}
        </Actions>
      </div>
      {(dialog?.kind === 'add' || dialog?.kind === 'change') && (
        <WorkDialog work={dialog.work} technologies={technologies} onClose={close} onDone={cached.save} />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveWork work={dialog.work} onClose={close} onDone={() => cached.remove(dialog.work.id)} />
      )}
    </Section>
  );
}

function useCachedWorks() {
  const { update } = useCachedUser<OwnUser>();

  function change(next: (works: Work[]) => Work[]) {
    update((user) => ({ ...user, works: next(user.works) }));
  }

  function save(saved: Work) {
    change((works) => {
      const exists = works.some(({ id }) => id === saved.id);
      return exists ? works.map((work) => (work.id === saved.id ? saved : work)) : [...works, saved];
    });
  }

  return { save, remove: (id: string) => change((works) => works.filter((work) => work.id !== id)) };
}

function titlesOf(work: Work, technologies: Technology[]): string[] {
  const ids = new Set(work.technologies);
  return technologies.filter(({ id }) => ids.has(id)).map(({ title }) => title);
}

type RowProps = {
  work: Work;
  titles: string[];
  onOpen: (dialog: DialogState) => void;
  onPin: (saved: Work) => void;
};

const neighbourOrAdd = neighbourOr('add-work');

function Row({ work, titles, onOpen, onPin }: RowProps) {
  const row = useFocusFallback<HTMLLIElement>(neighbourOrAdd);
  return (
    <li ref={row} className={styles.row}>
      <h3 className={styles.title}>{work.title}</h3>
      {work.pinned && <p className={styles.pinned}>Fixado no topo da página</p>}
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
        {work.repository_url !== null && (
          <WebLink address={work.repository_url} label={`Ver código de ${work.title}`}>
            Ver código
          </WebLink>
        )}
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
        <PinButton work={work} onDone={onPin} />
      </div>
    </li>
  );
}
