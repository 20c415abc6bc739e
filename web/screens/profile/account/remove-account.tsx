import { useId } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { accountRemovalForm, type AccountRemovalForm, type OwnUser } from '#contract/user.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { ConfirmationButtons, ConfirmationText, Modal } from '../../../components/dialogs/modal.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { joinNouns, profileNouns } from '../../../messages.ts';
import { resolverOf } from '../../../rules.ts';
import { endSession } from '../../../session.ts';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { accountRemovalMessages as messages, CONFIRMATION } from '../messages.ts';

const values: AccountRemovalForm = { password: '', confirmation: '' };
const resolver = resolverOf<AccountRemovalForm>(accountRemovalForm(CONFIRMATION));

export function RemoveAccount({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const about = useId();
  const [, navigate] = useLocation();
  const removal = useAction({ call, done, failed: 'Não foi possível apagar a conta' });
  const formOptions = { resolver, messages, values, call: removal, focusesRefused: true };
  const { props, field, touched } = useValidatedForm<AccountRemovalForm>(formOptions);

  function call(token: string, { password }: AccountRemovalForm) {
    return api.removeUser(token, user.id, { password });
  }

  function done() {
    // Synchronous, so that the guard's redirect to the login happens before this navigation.
    flushSync(endSession);
    navigate(PAGES.signup.path, { replace: true });
    toast.success('Sua conta foi apagada');
  }

  return (
    <Modal title="Apagar a conta" describedBy={about} onClose={onClose} call={removal} unsaved={touched}>
      <form {...props}>
        <ExpiredSession />
        {/* Focusing the field would scroll the warning out of a small window. */}
        <ConfirmationText id={about} tabIndex={-1} data-autofocus>
          <p>Isto apaga para sempre, na hora (das cópias de segurança, em até 30 dias):</p>
          <ul>
            <li>{`seu ${joinNouns([...Object.values(profileNouns), 'foto'])}`}</li>
            <li>suas tecnologias, a evolução delas e seus projetos</li>
            <li>sua página e o endereço dela, que outra pessoa pode escolher</li>
            <li>as turmas que você ensina, também para quem participa delas</li>
            <li>suas sessões, em todos os aparelhos</li>
          </ul>
        </ConfirmationText>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          showLabel="Mostrar o que digitei"
          {...field('password')}
        />
        <Field
          label={`Digite ${CONFIRMATION} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('confirmation')}
        />
        <ConfirmationButtons>
          <Button type="submit" tone="danger" pending={removal.pending}>
            Apagar tudo para sempre
          </Button>
          <Button tone="quiet" blocked={removal.pending} onClick={onClose}>
            Manter
          </Button>
        </ConfirmationButtons>
        <PendingStatus call={removal} />
      </form>
    </Modal>
  );
}
