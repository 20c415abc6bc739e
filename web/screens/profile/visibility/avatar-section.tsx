import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { Avatar } from '../../../components/avatar.tsx';
import type { OwnProfile } from '../own-profile.ts';
import styles from './avatar-section.module.css';
import { Actions, Section } from '../section.tsx';
import { useAction } from '../use-action.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const TOO_LARGE = 'A imagem passa de 2 MB. Escolha uma menor';
const NO_PICTURE = 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP';

function problemOf(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return NO_PICTURE;
  return file.size > AVATAR_LIMIT ? TOO_LARGE : undefined;
}

/** What the server found wrong with the file, which its name and its size did not show. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof api.Refusal)) return undefined;
  if (error.code === 'payload-too-large') return TOO_LARGE;
  return error.code === 'unsupported-media-type' || 'avatar' in error.fields ? NO_PICTURE : undefined;
}

/** A picture is looked at before it is sent. */
export function Picture({ profile: { token, user, hold, tell } }: { profile: OwnProfile }) {
  const { chosen, problem, setProblem, choose, discard } = useChosenFile();
  const chooser = useRef<HTMLButtonElement>(null);
  const sending = useAction(send, 'Não foi possível enviar a foto', tell);
  const removing = useAction(remove, 'Não foi possível remover a foto', tell);
  const pending = sending.pending || removing.pending;

  // Of the buttons this one alone is always there.
  function back() {
    discard();
    chooser.current?.focus();
  }

  async function send() {
    if (chosen === undefined) return;
    try {
      const changed = await api.changeAvatar(token, chosen.file);
      hold(() => changed);
      toast.success('Foto salva');
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      setProblem(refusal);
    }
    back();
  }

  async function remove() {
    const changed = await api.removeAvatar(token);
    hold(() => changed);
    toast.success('Foto removida');
    back();
  }

  return (
    <Section title="Foto" lead="Os outros só a veem se o seu perfil for público.">
      <div className={styles.row} aria-busy={pending}>
        <Avatar name={user.name} url={chosen?.preview ?? api.pictureAddress(user.avatar_url)} size={96} />
        <div className={styles.side}>
          <Actions>
            {chosen && (
              <Button pending={sending.pending} onClick={sending.start}>
                Usar esta foto
              </Button>
            )}
            <Chooser ref={chooser} problem={problem} waiting={chosen !== undefined} pending={pending} onChoose={choose}>
              {chosen || user.avatar_url !== null ? 'Escolher outra foto' : 'Escolher foto'}
            </Chooser>
            {chosen && (
              <Button tone="quiet" blocked={pending} onClick={back}>
                Descartar
              </Button>
            )}
            {!chosen && user.avatar_url !== null && (
              <Button tone="quiet" pending={removing.pending} onClick={removing.start}>
                Remover foto
              </Button>
            )}
          </Actions>
          <PendingStatus pending={pending} slow={sending.slow || removing.slow} />
        </div>
      </div>
    </Section>
  );
}

type ChooserProps = {
  ref: RefObject<HTMLButtonElement | null>;
  problem: string | undefined;
  /** Whether a file has been chosen and waits to be sent. */
  waiting: boolean;
  pending: boolean;
  onChoose: (input: HTMLInputElement) => void;
  children: string;
};

/** A button that opens the browser's own choice of a file, and the line that says what may be chosen. */
function Chooser({ ref, problem, waiting, pending, onChoose, children }: ChooserProps) {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? (waiting ? 'Esta foto ainda não foi enviada.' : 'PNG, JPEG ou WebP de até 2 MB.')}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join()}
        aria-label="Arquivo da foto"
        onChange={(event) => onChoose(event.target)}
      />
      <Button ref={ref} tone="quiet" aria-describedby={note} blocked={pending} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

/** The file that was chosen and can be sent, and an address under which the page shows it. */
function useChosenFile() {
  const [chosen, setChosen] = useState<{ file: File; preview: string }>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (chosen === undefined) return undefined;
    return () => URL.revokeObjectURL(chosen.preview);
  }, [chosen]);

  function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (file === undefined) return;
    const wrong = problemOf(file);
    setProblem(wrong);
    setChosen(wrong === undefined ? { file, preview: URL.createObjectURL(file) } : undefined);
    // The same file, chosen again, is a choice as well.
    Object.assign(input, { value: '' });
  }

  return { chosen, problem, setProblem, choose, discard: () => setChosen(undefined) };
}
