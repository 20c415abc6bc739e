import type { Work, WorkInput } from '#contract/work.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Field, TextAreaField } from '../../../components/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { ExpiredSession } from '../../../shell/expired-session.tsx';
import styles from '../dialog.module.css';
import type { OwnProfile } from '../own-profile.ts';
import { changedWork, changesOf, work as newWork } from '../rules.ts';
import { useSectionForm } from '../use-section-form.ts';
import { workMessages } from '../words.ts';

type WorkDialogProps = { profile: OwnProfile; work?: Work; onClose: () => void; onDone: (work: Work) => void };

/** Adds a work, or changes the one that it is given. Closes on success alone: what was typed outlives a failure. */
export function WorkDialog({ profile: { token, tell, expired }, work, onClose, onDone }: WorkDialogProps) {
  const { title, description, deploy_url } = work ?? { title: '', description: '', deploy_url: '' };
  const held = { title, description, deploy_url };
  const { props, field, pending, slow, touched } = useSectionForm<WorkInput>({
    rules: () => Promise.resolve(work ? changedWork(held) : newWork),
    messages: workMessages,
    values: held,
    send,
    failure: 'Não foi possível salvar o trabalho',
    tell,
  });

  async function send(values: WorkInput) {
    onDone(await (work ? api.changeWork(token, work.id, changesOf(values, held)) : api.addWork(token, values)));
    toast.success(work ? 'Trabalho salvo' : 'Trabalho adicionado');
    onClose();
  }

  return (
    <Modal
      title={work ? 'Editar trabalho' : 'Novo trabalho'}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!touched && !pending}
    >
      <form className={styles.body} {...props}>
        {expired && <ExpiredSession />}
        <Field label="Título" autoComplete="off" data-autofocus {...field('title')} />
        <TextAreaField label="Descrição" autoComplete="off" {...field('description')} />
        <Field
          label="Endereço"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://meu-projeto.example.com"
          {...field('deploy_url')}
        />
        <Button type="submit" pending={pending}>
          Salvar trabalho
        </Button>
        <PendingStatus pending={pending} slow={slow} />
      </form>
    </Modal>
  );
}
