import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/forms/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/use-action.ts';
import { tellFailure } from '../failure-toast.ts';
import { avatarAddress, useProfileUpdate } from '../own-profile.ts';
import { Actions, Section } from '../section.tsx';
import styles from './avatar-section.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const LIMIT = `${AVATAR_LIMIT / 1024 ** 2} MB`;
const TOO_LARGE = `A imagem passa de ${LIMIT}. Escolha uma menor`;
const WRONG_TYPE = 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP';
const tellNotSent = tellFailure('Não foi possível enviar a foto');
const notRemoved = tellFailure('Não foi possível remover a foto');

function problemOf(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return WRONG_TYPE;
  return file.size > AVATAR_LIMIT ? TOO_LARGE : undefined;
}

function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof api.Refusal)) return undefined;
  if (error.code === 'payload-too-large') return TOO_LARGE;
  return error.code === 'unsupported-media-type' || 'avatar' in error.fields ? WRONG_TYPE : undefined;
}

export function AvatarSection({ user }: { user: OwnUser }) {
  const update = useProfileUpdate();
  const { chosen, problem, setProblem, choose, discard } = useChosenFile();
  const chooser = useRef<HTMLButtonElement>(null);
  const sending = useAction({ call: api.changeAvatar, done: saved('Foto salva'), failed: notSent });
  const removing = useAction({ call: api.removeAvatar, done: saved('Foto removida'), failed: notRemoved });
  const pending = sending.pending || removing.pending;

  // The focused button goes, the chooser stays.
  function back() {
    discard();
    chooser.current?.focus();
  }

  function saved(words: string) {
    return (changed: OwnUser) => {
      update(() => changed);
      toast.success(words);
      back();
    };
  }

  function notSent(error: unknown) {
    const refusal = refusalOf(error);
    if (refusal === undefined) {
      tellNotSent(error);
      return;
    }
    setProblem(refusal);
    back();
  }

  return (
    <Section title="Foto" lead="Outras pessoas só veem a sua foto se o seu perfil for público.">
      <div className={styles.row} aria-busy={pending}>
        <Avatar name={user.name} url={chosen?.preview ?? avatarAddress(user.avatar_url)} size={96} />
        <div className={styles.side}>
          <Actions>
            {chosen && (
              <Button pending={sending.pending} onClick={() => sending.start(chosen.file)}>
                Usar esta foto
              </Button>
            )}
            <Chooser ref={chooser} problem={problem} waiting={chosen !== undefined} blocked={pending} onChoose={choose}>
              {chosen || user.avatar_url !== null ? 'Escolher outra foto' : 'Escolher foto'}
            </Chooser>
            {chosen && (
              <Button tone="quiet" blocked={pending} onClick={back}>
                Descartar
              </Button>
            )}
            {!chosen && user.avatar_url !== null && (
              <Button tone="quiet" pending={removing.pending} onClick={() => removing.start()}>
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
  /** Whether a chosen file is not sent yet. */
  waiting: boolean;
  blocked: boolean;
  onChoose: (input: HTMLInputElement) => void;
  children: string;
};

function Chooser({ ref, problem, waiting, blocked, onChoose, children }: ChooserProps) {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? (waiting ? 'Esta foto ainda não foi enviada.' : `PNG, JPEG ou WebP de até ${LIMIT}.`)}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join()}
        aria-label="Arquivo da foto"
        onChange={(event) => onChoose(event.target)}
      />
      <Button ref={ref} tone="quiet" aria-describedby={note} blocked={blocked} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

/** The chosen file and its object URL. */
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
    // Else choosing the same file again fires no event.
    Object.assign(input, { value: '' });
  }

  return { chosen, problem, setProblem, choose, discard: () => setChosen(undefined) };
}
