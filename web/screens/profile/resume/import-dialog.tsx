import { useId, useState } from 'react';
import type { ResumeImport, ResumeItem } from '#contract/resume.ts';
import type { OwnUser } from '#contract/user.ts';
import { readProfile } from '../../../api.ts';
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

/** The plan, and the profile for which it was made. */
export type PlannedImport = { resume: object; plan: ResumeImport; user: OwnUser };

export async function planImport(token: string, resume: object): Promise<PlannedImport> {
  const [plan, user] = await Promise.all([api.importResume(token, resume, { apply: false }), readProfile(token)]);
  return { resume, plan, user };
}

export function ImportDialog({ planned, onClose }: { planned: PlannedImport; onClose: () => void }) {
  const [shown, setShown] = useState(planned);
  const { resume, plan } = shown;
  const summary = useId();
  const { reload } = useCachedUser();
  const importing = useAction({
    call: importAsShown,
    done,
    failed: 'Não foi possível importar o currículo',
  });
  const count = plan.add.length + plan.change.length;

  /** If the profile has changed elsewhere, returns a new plan and applies none. */
  async function importAsShown(token: string): Promise<PlannedImport> {
    const current = await planImport(token, resume);
    if (JSON.stringify(current) !== JSON.stringify(shown)) return current;
    await api.importResume(token, resume, { apply: true });
    return shown;
  }

  function done(current: PlannedImport) {
    reload();
    if (current !== shown) {
      setShown(current);
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
