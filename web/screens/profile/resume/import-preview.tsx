import { useId } from 'react';
import type { ResumeImport, ResumeItem } from '#contract/resume.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmationButtons } from '../../../components/dialogs/confirmation.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { toast } from '../../../components/toast.ts';
import { plural } from '../../../components/plural.ts';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useCachedUser } from '../../../shell/signed-in/screen-cache.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import styles from './import-preview.module.css';
import { nameOf, reasonOf } from './words.ts';

type PreviewProps = { resume: object; preview: ResumeImport; onClose: () => void };

export function ImportPreview({ resume, preview, onClose }: PreviewProps) {
  const summary = useId();
  const { reload } = useCachedUser();
  const importing = useAction({ call, done, failed: 'Não foi possível importar o currículo' });
  const count = preview.add.length + preview.change.length;

  function call(token: string) {
    return api.importResume(token, resume, { apply: true });
  }

  function done({ add, change }: ResumeImport) {
    const imported = add.length + change.length;
    reload();
    toast.success(plural(imported, 'item importado', 'itens importados'));
    onClose();
  }

  return (
    <Modal title="Importar currículo" describedBy={summary} onClose={onClose} call={importing}>
      <div className={styles.preview} aria-busy={importing.pending}>
        <ExpiredSession />
        <p id={summary} className={styles.summary} tabIndex={-1} data-autofocus>
          {count === 0 ? 'Não há nada para importar neste arquivo.' : 'Confira antes: nada foi salvo ainda.'}
        </p>
        <div className={styles.groups}>
          <Group heading="Novidades" items={preview.add} />
          <Group heading="Mudanças" items={preview.change} />
          <Group heading="De fora" items={preview.refuse} />
          <Group heading="Sem mudança" items={preview.keep} />
        </div>
        <ConfirmationButtons>
          {count > 0 && (
            <Button pending={importing.pending} onClick={() => importing.start()}>
              {`Importar ${plural(count, 'item', 'itens')}`}
            </Button>
          )}
          <Button tone="quiet" blocked={importing.pending} onClick={onClose}>
            {count > 0 ? 'Cancelar' : 'Voltar'}
          </Button>
        </ConfirmationButtons>
        <PendingStatus call={importing} />
      </div>
    </Modal>
  );
}

function Group({ heading, items }: { heading: string; items: readonly ResumeItem[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {heading} <span>{items.length.toLocaleString('pt-BR')}</span>
      </h3>
      <ul className={styles.items}>
        {items.map((item, index) => (
          // Items have no unique key, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <b>{nameOf(item)}</b>
            <span>{reasonOf(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
