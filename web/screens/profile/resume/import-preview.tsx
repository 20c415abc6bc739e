import { useId } from 'react';
import type { ResumeImport, ResumeItem } from '#contract/resume.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmationButtons } from '../../../components/dialogs/confirmation.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { toast } from '../../../components/toast.ts';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { failureToast } from '../failure-toast.ts';
import { useProfileReload } from '../own-profile.ts';
import styles from './import-preview.module.css';
import { itemsOf, nameOf, reasonOf } from './words.ts';

const failed = failureToast('Não foi possível importar o currículo');

type PreviewProps = { resume: object; preview: ResumeImport; onClose: () => void };

export function ImportPreview({ resume, preview, onClose }: PreviewProps) {
  const summary = useId();
  const reload = useProfileReload();
  const { pending, slow, failure, start } = useAction({ call, done, failed });
  const count = preview.add.length + preview.change.length;

  function call(token: string) {
    return api.importResume(token, resume, { apply: true });
  }

  function done({ add, change }: ResumeImport) {
    const imported = add.length + change.length;
    reload();
    toast.success(imported === 1 ? '1 item importado' : `${itemsOf(imported)} importados`);
    onClose();
  }

  return (
    <Modal
      title="Importar currículo"
      describedBy={summary}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!pending}
    >
      <div className={styles.preview} aria-busy={pending}>
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
            <Button pending={pending} onClick={() => start()}>
              {`Importar ${itemsOf(count)}`}
            </Button>
          )}
          <Button tone="quiet" blocked={pending} onClick={onClose}>
            {count > 0 ? 'Cancelar' : 'Voltar'}
          </Button>
        </ConfirmationButtons>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
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
