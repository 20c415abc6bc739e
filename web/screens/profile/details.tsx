import { useEffect } from 'react';
import { COURSE_MODULES } from '#contract/choices.ts';
import { DetailsForm, ProfileChange, type OwnUser } from '#contract/user.ts';
import * as api from '../../api.ts';
import { CallButton } from '../../components/pending.tsx';
import { toast } from '../../components/toast.ts';
import { signUpMessages as messages } from '../../messages.ts';
import { valuesOf, withStored } from '../../rules.ts';
import { useValidatedForm } from '../../shell/forms/form.ts';
import { ProfileFields } from '../../shell/forms/profile-fields.tsx';
import { useCachedUser } from '../../shell/signed-in/screen-cache.tsx';
import { useAction } from '../../shell/signed-in/use-action.ts';
import { changesOf, resolverOfChanges } from './changes.ts';
import { Actions, Section } from './section.tsx';
import { useUnsaved } from './unsaved.tsx';

const RESET_OPTIONS = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepIsSubmitted: true };

export function Details({ user }: { user: OwnUser }) {
  const { update } = useCachedUser<OwnUser>();
  const stored = valuesOf(DetailsForm, user);
  const change = useAction({ call, done, failed: 'Não foi possível salvar os dados' });
  const resolver = resolverOfChanges(ProfileChange, stored);
  const formOptions = { resolver, messages, values: stored, call: change, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<DetailsForm>(formOptions);
  const { reset } = form;

  useUnsaved(touched);
  // Updates fields without unsaved changes when the stored user changes, for example in another section.
  useEffect(() => reset(valuesOf(DetailsForm, user), RESET_OPTIONS), [reset, user]);

  async function call(token: string, values: DetailsForm) {
    const changes = changesOf(values, stored);
    return Object.keys(changes).length === 0 ? undefined : api.changeProfile(token, changes);
  }

  function done(changed: OwnUser | undefined) {
    if (changed === undefined) {
      toast.info('Nenhuma alteração para salvar');
      return;
    }
    update(() => changed);
    reset(valuesOf(DetailsForm, changed));
    toast.success('Dados salvos');
  }

  return (
    <Section anchor="dados" lead="Como você se apresenta.">
      <form {...props}>
        <ProfileFields field={field} modules={withStored(COURSE_MODULES, user.course_module)} />
        <Actions>
          <CallButton type="submit" call={change}>
            Salvar dados
          </CallButton>
        </Actions>
      </form>
    </Section>
  );
}
