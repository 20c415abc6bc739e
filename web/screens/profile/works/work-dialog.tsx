import { useState } from 'react';
import type { Technology } from '#contract/technology.ts';
import { type Work, WorkChange, WorkForm } from '#contract/work.ts';
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
import { useProfileReload } from '../own-profile.ts';
import { TechnologyPicker } from './technology-picker.tsx';

const GONE = 'Alguma destas tecnologias não está mais na sua lista';
const tell = tellFailure('Não foi possível salvar o projeto');

type WorkDialogProps = { work?: Work; technologies: Technology[]; onClose: () => void; onDone: (work: Work) => void };

/** Adds a work, or changes the given one. Closes on success only. */
export function WorkDialog({ work, technologies, onClose, onDone }: WorkDialogProps) {
  const values = valuesOf(WorkForm, work && textsOf(work));
  const shown = useShown(work, technologies);
  const { send } = useAction({ call, done, failed: (error) => shown.refuse(error) });
  const rules = async () => (work ? rulesOfChanges(WorkChange, values) : rulesOf<WorkForm>(WorkForm));
  const ruled = { rules, messages, values, send, focusesRefused: true };
  const { props, field, pending, slow, failure, touched } = useRuledForm<WorkForm>(ruled);

  function call(token: string, input: WorkForm) {
    const { changed, ids } = shown;
    const chosen = changed ? { technologies: ids } : {};
    if (work) return api.changeWork(token, work.id, { ...changesOf(input, values), ...chosen });
    return api.addWork(token, { ...input, ...chosen });
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
      unsaved={touched || shown.changed}
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
        <TechnologyPicker technologies={technologies} {...shown.props} />
        <Button type="submit" pending={pending}>
          Salvar projeto
        </Button>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
      </form>
    </Modal>
  );
}

function textsOf({ title, description, deploy_url }: Work): WorkForm {
  return { title, description, deploy_url };
}

/** The chosen technologies, and whether they differ from the stored ones. */
function useShown(work: Work | undefined, technologies: Technology[]) {
  const reload = useProfileReload();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(work?.technologies));
  const [problem, setProblem] = useState<string>();
  // Another tab may have deleted one meanwhile.
  const ids = technologies.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const stored = new Set(work?.technologies);
  const changed = chosen.size !== stored.size || ids.some((id) => !stored.has(id));

  function refuse(error: unknown) {
    tell();
    if (!(error instanceof api.ApiError) || !('technologies' in error.fields)) return;
    setProblem(GONE);
    reload();
  }

  function onChange(next: ReadonlySet<string>) {
    setProblem(undefined);
    setChosen(next);
  }

  return { ids, changed, refuse, props: { chosen: new Set(ids), problem, onChange } };
}
