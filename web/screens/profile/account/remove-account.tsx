import { useId } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import type { AccountRemovalForm } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { endSession } from '../../../session.ts';
import { ExpiredSession } from '../../../shell/expired-session.tsx';
import styles from '../dialog.module.css';
import type { OwnProfile } from '../own-profile.ts';
import { accountRemoval, CONFIRMATION } from '../rules.ts';
import { useSectionForm } from '../use-section-form.ts';
import { accountRemovalMessages } from '../words.ts';

const rules = () => Promise.resolve(accountRemoval);

type RemoveAccountProps = { profile: OwnProfile; onClose: () => void };

/** Says what goes, and asks for the password and for a word typed by hand: there is no way back. */
export function RemoveAccount({ profile: { token, user, tell, expired }, onClose }: RemoveAccountProps) {
  const about = useId();
  const navigate = useNavigate();
  const { props, field, pending, slow, touched } = useSectionForm<AccountRemovalForm>({
    rules,
    messages: accountRemovalMessages,
    values: { password: '', confirmation: '' },
    send,
    failure: 'Não foi possível apagar a conta',
    tell,
  });

  async function send({ password }: AccountRemovalForm) {
    await api.removeUser(token, user.id, { password });
    // The guard of this screen sends whoever has no session to the login; it has done so before the next line.
    flushSync(endSession);
    void navigate(PAGES.signup.path, { replace: true });
    toast.success('Sua conta foi apagada');
  }

  return (
    <Modal
      title="Apagar a conta"
      describedBy={about}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!touched && !pending}
    >
      <form className={styles.body} {...props}>
        {expired && <ExpiredSession />}
        <div id={about} className={styles.about}>
          <p>Isto apaga na hora, e para sempre:</p>
          <ul>
            <li>o seu nome, email, bio, contato e foto</li>
            <li>as suas tecnologias e os seus trabalhos</li>
            <li>as suas sessões, em todos os aparelhos</li>
          </ul>
        </div>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          showLabel="Mostrar o que digitei"
          data-autofocus
          {...field('password')}
        />
        <Field
          label={`Digite ${CONFIRMATION} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('confirmation')}
        />
        <Button type="submit" tone="danger" pending={pending}>
          Apagar tudo para sempre
        </Button>
        <PendingStatus pending={pending} slow={slow} />
      </form>
    </Modal>
  );
}
