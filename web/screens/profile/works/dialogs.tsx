import { useState } from 'react';
import { flushSync } from 'react-dom';
import { WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import type { Technology } from '#contract/technology.ts';
import { type Work, WorkForm, WorkFormChange } from '#contract/work.ts';
import type { OwnUser } from '#contract/user.ts';
import { ApiError, readProfile } from '../../../api.ts';
import { CallButton } from '../../../components/pending.tsx';
import { Field, TextAreaField, UrlField } from '../../../components/forms/field.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { resolverOf, valuesOf } from '../../../rules.ts';
import { unlessMissing } from '../../../shell/secondary/unless-missing.ts';
import { useCreateOnce } from '../../../shell/signed-in/create-once.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction, useCachedUser } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { changesOf, resolverOfChanges } from '../changes.ts';
import { workMessages as messages } from '../messages.ts';
import { useUnloadGuard } from '../unsaved.tsx';
import { useReportFailedChange } from './failed-change.ts';
import { isSame, TechnologyPicker } from './technology-picker.tsx';
import styles from './works.module.css';

const PICKER = { legend: 'Tecnologias usadas', limit: WORK_TECHNOLOGIES_LIMIT };
const TECHNOLOGY_MISSING = 'Alguma destas tecnologias não está mais na sua lista';

type WorkDialogProps = {
  work: Work | undefined;
  technologies: Technology[];
  onClose: () => void;
  onDone: (work: Work) => void;
};

export function WorkDialog({ work, technologies, onClose, onDone }: WorkDialogProps) {
  const values = valuesOf(WorkForm, work);
  const selection = useTechnologySelection(work, technologies);
  const reportFailedChange = useReportFailedChange();
  const add = useAddWork(selection.change);
  const saving = useAction({ call, done, failed });
  const resolver = work ? resolverOfChanges(WorkFormChange, values) : resolverOf<WorkForm>(WorkForm);
  const formOptions = { resolver, messages, values, call: saving, focusesRefused: true };
  const { props, field, touched } = useValidatedForm<WorkForm>(formOptions);
  const unsaved = touched || selection.changed;
  useUnloadGuard(unsaved);

  function call(token: string, input: WorkForm) {
    if (!work) return add(token, input);
    return api.changeWork(token, work.id, { ...withNull(changesOf(input, values)), ...selection.change });
  }

  function failed(error: unknown) {
    reportFailedChange('Não foi possível salvar o projeto', error);
    selection.handleError(error);
  }

  function done(saved: Work) {
    onDone(saved);
    toast.success(work ? 'Projeto salvo' : 'Projeto adicionado');
    onClose();
  }

  return (
    <Modal title={work ? 'Editar projeto' : 'Novo projeto'} onClose={onClose} call={saving} unsaved={unsaved} wide>
      <form {...props}>
        <ExpiredSession />
        <div className={styles.columns}>
          <div className={styles.column}>
            <Field label="Título" autoComplete="off" data-autofocus {...field('title')} />
            <TextAreaField label="Descrição" autoComplete="off" {...field('description')} />
            <UrlField
              label="Link do projeto"
              hint="Sem site no ar? Use o link do código."
              placeholder="https://meu-projeto.example.com"
              autoComplete="off"
              {...field('deploy_url')}
            />
            <UrlField
              label="Link do código"
              hint="Opcional"
              placeholder="https://github.com/eu/meu-projeto"
              autoComplete="off"
              {...field('repository_url')}
            />
          </div>
          <TechnologyPicker technologies={technologies} {...selection.props} />
        </div>
        <CallButton type="submit" call={saving}>
          Salvar projeto
        </CallButton>
      </form>
    </Modal>
  );
}

function useAddWork(technologies: { technologies?: string[] }) {
  const { read } = useCachedUser<OwnUser>();
  return useCreateOnce({
    create: (token, input: WorkForm) => api.addWork(token, { ...withNull(input), ...technologies }),
    cached: () => read()?.works,
    read: async (token) => (await readProfile(token)).works,
    isSame: (stored, input) => Object.keys(changesOf(input, valuesOf(WorkForm, stored))).length === 0,
  });
}

/** The API has null for an empty `repository_url`. */
function withNull<Input extends Partial<WorkForm>>(input: Input) {
  return input.repository_url === '' ? { ...input, repository_url: null } : input;
}

function useTechnologySelection(work: Work | undefined, technologies: Technology[]) {
  const { reload } = useCachedUser();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(work?.technologies));
  const [problem, setProblem] = useState<string>();
  const ids = technologies.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const changed = !isSame(selected, work?.technologies ?? []);

  function handleError(error: unknown) {
    if (!(error instanceof ApiError) || !('technologies' in error.fields)) return;
    setProblem(TECHNOLOGY_MISSING);
    reload();
  }

  function onChange(next: ReadonlySet<string>) {
    setProblem(undefined);
    setSelected(next);
  }

  const change = changed ? { technologies: ids } : {};
  return { changed, change, handleError, props: { ...PICKER, selected: new Set(ids), problem, onChange } };
}

type RemoveWorkProps = { work: Work; onClose: () => void; onDone: () => void };

export function RemoveWork({ work, onClose, onDone }: RemoveWorkProps) {
  const removal = useAction({
    call: (token) => api.removeWork(token, work.id).catch(unlessMissing),
    done,
    failed: 'Não foi possível excluir o projeto',
  });

  function done() {
    // Close first: the focus returns to the work's button, which passes it on when it unmounts.
    flushSync(onClose);
    onDone();
    toast.success('Projeto excluído');
  }

  return (
    <ConfirmationDialog
      title="Excluir este projeto?"
      confirm="Excluir"
      cancel="Manter"
      call={removal}
      onClose={onClose}
    >
      <b>{work.title}</b>
      <p>Ele não poderá ser recuperado.</p>
    </ConfirmationDialog>
  );
}
