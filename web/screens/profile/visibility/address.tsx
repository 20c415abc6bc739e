import { useEffect, useState } from 'react';
import { HANDLE, isReserved } from '#contract/public/handle-rules.ts';
import { publicPath, suggestHandle } from '#contract/public/handle.ts';
import { HANDLE_DAYS } from '#contract/limits.ts';
import { HandleForm, type OwnUser } from '#contract/user.ts';
import { BASE } from '../../../api.ts';
import { FieldFrame } from '../../../components/forms/field.tsx';
import { CallButton } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { toast } from '../../../components/toast.ts';
import { resolverOf } from '../../../rules.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { useAction, useCachedUser, useOwnQuery } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { unlessUnchanged } from '../changes.ts';
import { handleMessages as messages } from '../messages.ts';
import { Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import styles from './visibility.module.css';

const TYPING_MS = 400;
const resolver = resolverOf<HandleForm>(HandleForm);
const KEPT = `Se você trocar, o endereço antigo leva ao novo e fica reservado para você por ${HANDLE_DAYS} dias.`;

export function Address({ user }: { user: OwnUser }) {
  const { handle, name } = user;
  const { replace } = useCachedUser<OwnUser>();
  const change = useAction({ call, done: unlessUnchanged(done), failed: 'Não foi possível salvar o endereço' });
  const suggestion = suggestHandle(name) ?? '';
  const values = { handle: handle ?? (isReserved(suggestion) ? '' : suggestion) };
  const formOptions = { resolver, messages, values, call: change, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<HandleForm>(formOptions);
  const { error, ...input } = field('handle');
  const status = useHandleStatus(handle, form.valueOf('handle'));

  useUnsaved(touched);

  async function call(token: string, typed: HandleForm) {
    return typed.handle === handle ? undefined : api.changeProfile(token, typed);
  }

  function done(changed: OwnUser) {
    replace(changed);
    form.reset({ handle: changed.handle ?? '' });
    toast.success('Endereço salvo');
  }

  const hint = (
    <>
      <span role="status">{status}</span> {handle !== null && KEPT}
    </>
  );
  return (
    <Section anchor="endereco" lead="Curto e fácil de ditar é melhor.">
      <form {...props}>
        <FieldFrame label="Endereço da página" error={error} hint={hint}>
          {(control) => (
            <div className={styles.address}>
              <span>{(BASE || location.origin) + publicPath('')}</span>
              <input autoComplete="off" autoCapitalize="none" spellCheck={false} {...input} {...control} />
            </div>
          )}
        </FieldFrame>
        <Actions>
          <CallButton type="submit" tone="quiet" call={change}>
            {handle === null ? 'Usar este endereço' : 'Trocar de endereço'}
          </CallButton>
        </Actions>
      </form>
    </Section>
  );
}

/** A text that says whether the typed handle is free. Requests it when the typing pauses. */
function useHandleStatus(own: string | null, typed: string): string | undefined {
  const [handle, setHandle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setHandle(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAllowed = HANDLE.test(handle) && !isReserved(handle);
  const enabled = isAllowed && handle !== own;
  const { data } = useOwnQuery(['handle', handle], (token) => api.checkHandle(token, handle), { enabled, gcTime: 0 });
  if (handle === own || handle !== typed.trim()) return undefined;
  if (!isAllowed) return messages.handle[HANDLE.test(handle) ? 'not-allowed' : 'invalid'];
  if (data === undefined) return undefined;
  return data.available ? 'Este endereço está livre.' : messages.handle['taken'];
}
