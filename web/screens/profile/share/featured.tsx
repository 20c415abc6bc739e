import { useState } from 'react';
import { FEATURED_LIMIT } from '#contract/limits.ts';
import type { OwnUser } from '#contract/user.ts';
import { ApiError } from '../../../api.ts';
import { CallButton } from '../../../components/pending.tsx';
import type { Reason } from '../../../components/reason.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { inWords } from '../../../components/secondary/number-words.ts';
import { toast } from '../../../components/toast.ts';
import { useAction, useCachedUser } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { useUnsaved } from '../unsaved.tsx';
import { isSame, TechnologyPicker } from '../works/technology-picker.tsx';
import { Part } from './pictures.tsx';

const ABOUT = `Até ${inWords(FEATURED_LIMIT, 'tecnologia')} para a imagem, o cartão e os selos. Sem escolha, aparecem as que têm mais projetos.`;
const GONE: Reason = { words: () => 'Uma das escolhidas foi excluída em outro lugar.' };

export function FeaturedTechnologies({ user }: { user: OwnUser }) {
  const { replace, reload } = useCachedUser<OwnUser>();
  // Undefined until the user chooses: the stored choice also changes elsewhere.
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const selected = chosen ?? new Set(user.featured);
  const ids = user.techs.flatMap(({ id }) => (selected.has(id) ? [id] : []));
  const isChanged = !isSame(new Set(ids), user.featured);
  const saving = useAction({ call: api.changeProfile, done, failed });
  useUnsaved(isChanged);

  function done(changed: OwnUser) {
    replace(changed);
    // A choice made during the call stays.
    setChosen((latest) => (latest && isSame(latest, changed.featured) ? undefined : latest));
    toast.success('Destaques salvos');
  }

  function failed(error: unknown) {
    const isGone = error instanceof ApiError && 'featured' in error.fields;
    toast.error('Não foi possível salvar os destaques', { reason: isGone ? GONE : undefined });
    if (isGone) reload();
  }

  return (
    <Part title="Destaques" about={ABOUT}>
      <TechnologyPicker
        legend="Tecnologias em destaque"
        limit={FEATURED_LIMIT}
        technologies={user.techs}
        selected={new Set(ids)}
        onChange={setChosen}
      />
      <Actions>
        <CallButton
          tone="quiet"
          call={saving}
          blocked={!isChanged}
          words="Salvando…"
          onClick={() => saving.run({ featured: ids })}
        >
          Salvar destaques
        </CallButton>
      </Actions>
    </Part>
  );
}
