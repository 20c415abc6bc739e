import { publicPath, suggestHandle } from '#contract/public/handle.ts';
import { HANDLE_DAYS } from '#contract/limits.ts';
import { HandleForm, type OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { resolverOf } from '../../../rules.ts';
import { useCachedUser } from '../../../shell/signed-in/screen-cache.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { handleMessages as messages } from '../messages.ts';
import { pageHandle } from '../own-profile.ts';
import { Actions } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import styles from './visibility.module.css';

const resolver = resolverOf<HandleForm>(HandleForm);
const HINT = 'A sua página fica neste site, em /u/ seguido deste endereço.';
const CHANGED = `${HINT} O endereço antigo leva ao novo e fica reservado para você por ${HANDLE_DAYS} dias.`;

export function Address({ user }: { user: OwnUser }) {
  const { handle } = user;
  const page = pageHandle(user);
  const { update } = useCachedUser<OwnUser>();
  const change = useAction({ call, done, failed: 'Não foi possível salvar o endereço' });
  const values = { handle: handle ?? suggestHandle(user.name) ?? '' };
  const formOptions = { resolver, messages, values, call: change, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<HandleForm>(formOptions);

  useUnsaved(touched);

  async function call(token: string, input: HandleForm) {
    return input.handle === handle ? undefined : api.changeProfile(token, input);
  }

  function done(changed: OwnUser | undefined) {
    if (changed === undefined) {
      toast.info('Nenhuma alteração para salvar');
      return;
    }
    update(() => changed);
    form.reset({ handle: changed.handle ?? '' });
    toast.success('Endereço salvo');
  }

  return (
    <form {...props}>
      <Field
        label="Endereço da página"
        hint={handle === null ? HINT : CHANGED}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('handle')}
      />
      <Actions>
        <Button type="submit" tone="quiet" pending={change.pending}>
          {handle === null ? 'Escolher este endereço' : 'Trocar de endereço'}
        </Button>
        {page !== null && (
          <a className={styles.open} href={api.BASE + publicPath(page)} target="_blank" rel="noopener">
            Abrir a minha página
          </a>
        )}
        <PendingStatus call={change} />
      </Actions>
    </form>
  );
}
