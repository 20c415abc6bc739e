import { WorkChange, WorkInput, type Work } from '#contract/work.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Field, TextAreaField } from '../../../components/forms/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PendingStatus } from '../../../components/forms/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { UrlField } from '../../../components/forms/url-field.tsx';
import { useRuledForm } from '../../../form.ts';
import { rulesOf, valuesOf } from '../../../rules.ts';
import { ExpiredSession } from '../../../shell/expired-session.tsx';
import { useAction } from '../../../shell/use-action.ts';
import { changesOf, rulesOfChanges } from '../changes.ts';
import { tellFailure } from '../failure-toast.ts';
import { workMessages as messages } from '../messages.ts';

const failed = tellFailure('Não foi possível salvar o projeto');

type WorkDialogProps = { work?: Work; onClose: () => void; onDone: (work: Work) => void };

/** Adds a work, or changes the given one. Closes on success only. */
export function WorkDialog({ work, onClose, onDone }: WorkDialogProps) {
  const values = valuesOf(WorkInput, work);
  const { send } = useAction({ call, done, failed });
  const rules = async () => (work ? rulesOfChanges(WorkChange, values) : rulesOf<WorkInput>(WorkInput));
  const ruled = { rules, messages, values, send, focusesRefused: true };
  const { props, field, pending, slow, failure, touched } = useRuledForm<WorkInput>(ruled);

  function call(token: string, input: WorkInput) {
    return work ? api.changeWork(token, work.id, changesOf(input, values)) : api.addWork(token, input);
  }

  function done(saved: Work) {
    onDone(saved);
    toast.success(work ? 'Projeto salvo' : 'Projeto adicionado');
    onClose();
  }

  return (
    <Modal
      title={work ? 'Editar projeto' : 'Novo projeto'}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!pending}
      unsaved={touched}
    >
      <form {...props}>
        <ExpiredSession />
        <Field label="Título" autoComplete="off" data-autofocus {...field('title')} />
        <TextAreaField label="Descrição" autoComplete="off" {...field('description')} />
        <UrlField
          label="Link do projeto"
          autoComplete="off"
          hint="Comece com https://"
          placeholder="https://meu-projeto.example.com"
          {...field('deploy_url')}
        />
        <Button type="submit" pending={pending}>
          Salvar projeto
        </Button>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
      </form>
    </Modal>
  );
}
