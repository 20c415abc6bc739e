import { useId, useState } from 'react';
import type { ResumeImport, ResumeItem } from '#contract/resume.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { ConfirmationButtons, Modal } from '../../../components/dialogs/modal.tsx';
import { toast } from '../../../components/toast.ts';
import { plural } from '../../../components/plural.ts';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction, useCachedUser } from '../../../shell/signed-in/calls.tsx';
import styles from './import-dialog.module.css';
import { explain, nameOf } from './words.ts';
import * as api from '../api.ts';

type ImportDialogProps = { resume: object; plan: ResumeImport; onClose: () => void };

export function ImportDialog({ resume, plan: first, onClose }: ImportDialogProps) {
  const [plan, setPlan] = useState(first);
  const summary = useId();
  const { reload } = useCachedUser();
  const importing = useAction({
    call: importAsShown,
    done,
    failed: 'Não foi possível importar o currículo',
  });
  const count = plan.add.length + plan.change.length;

  /** Returns the plan without applying it if it is another one: the data have changed elsewhere. */
  async function importAsShown(token: string): Promise<ResumeImport> {
    const current = await api.importResume(token, resume, { apply: false });
    const isShown = JSON.stringify(current) === JSON.stringify(plan);
    if (isShown) await api.importResume(token, resume, { apply: true });
    return isShown ? plan : current;
  }

  function done(current: ResumeImport) {
    reload();
    if (current !== plan) {
      setPlan(current);
      toast.error('Seus dados mudaram: confira de novo');
      return;
    }
    toast.success(plural(count, 'item importado', 'itens importados'));
    onClose();
  }

  return (
    <Modal title="Importar currículo" describedBy={summary} onClose={onClose} call={importing}>
      <div className={styles.dialog} aria-busy={importing.pending}>
        <ExpiredSession />
        <p id={summary} className={styles.summary} tabIndex={-1} data-autofocus>
          {count === 0 ? 'Não há nada para importar neste arquivo.' : 'Confira antes: nada foi salvo ainda.'}
        </p>
        <div className={styles.groups}>
          <Group heading="Novidades" items={plan.add} />
          <Group heading="Mudanças" items={plan.change} />
          <Group heading="Ficam de fora" items={plan.refuse} />
          <Group heading="Sem mudança" items={plan.keep} />
        </div>
        <ConfirmationButtons>
          {count > 0 && (
            <Button pending={importing.pending} onClick={() => importing.run()}>
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
          // oxlint-disable-next-line react/no-array-index-key -- items have no unique key; their order never changes
          <li key={index}>
            <b>{nameOf(item)}</b>
            <span>{explain(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
