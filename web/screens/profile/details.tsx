import { COURSE_MODULES } from '#contract/choices.ts';
import { DetailsForm, ProfileChange, type OwnUser } from '#contract/user.ts';
import { CallButton } from '../../components/pending.tsx';
import { Actions } from '../../components/secondary/actions.tsx';
import { toast } from '../../components/toast.ts';
import { valuesOf, withStored } from '../../rules.ts';
import { useValidatedForm } from '../../shell/forms/form.ts';
import { ProfileFields } from '../../shell/forms/profile-fields.tsx';
import { useAction, useCachedUser } from '../../shell/signed-in/calls.tsx';
import * as api from './api.ts';
import { changesOf, resolverOfChanges, unlessUnchanged } from './changes.ts';
import { detailsMessages as messages } from './messages.ts';
import { Section } from './section.tsx';
import { useUnsaved } from './unsaved.tsx';

export function Details({ user }: { user: OwnUser }) {
  const { replace } = useCachedUser<OwnUser>();
  const stored = valuesOf(DetailsForm, user);
  const save = useAction({ call, done: unlessUnchanged(done), failed: 'Não foi possível salvar os dados' });
  const resolver = resolverOfChanges(ProfileChange, stored);
  const formOptions = { resolver, messages, values: stored, call: save, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<DetailsForm>(formOptions);

  useUnsaved(touched);

  async function call(token: string, values: DetailsForm) {
    const changes = changesOf(values, stored);
    return Object.keys(changes).length === 0 ? undefined : api.changeProfile(token, changes);
  }

  function done(changed: OwnUser) {
    replace(changed);
    form.reset(valuesOf(DetailsForm, changed));
    toast.success('Dados salvos');
  }

  return (
    <Section anchor="dados" lead="Como você se apresenta.">
      <form {...props}>
        <ProfileFields field={field} modules={withStored(COURSE_MODULES, user.course_module)} />
        <Actions>
          <CallButton type="submit" call={save}>
            Salvar dados
          </CallButton>
        </Actions>
      </form>
    </Section>
  );
}
