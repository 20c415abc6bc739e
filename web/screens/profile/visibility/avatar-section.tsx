import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Avatar } from '../../../components/profile/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { failureToast } from '../failure-toast.ts';
import type { PercentCrop } from 'react-image-crop';
import { avatarUrl, useProfileUpdate } from '../own-profile.ts';
import { Actions, Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { AvatarCrop, centeredCrop, cropPhoto } from './avatar-crop.tsx';
import styles from './avatar-section.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const HINT = 'PNG, JPEG ou WebP, de qualquer tamanho.';
const WAITING = 'Escolha a parte que aparece. A foto ainda não foi enviada.';
const WRONG_TYPE = 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP';
const UNREADABLE = 'Não foi possível ler esta imagem: escolha outra';
const showUploadFailure = failureToast('Não foi possível enviar a foto');
const removeFailed = failureToast('Não foi possível remover a foto');

/** A chosen photo, its object URL and the part to upload. `ImageBitmap` applies the EXIF orientation. */
type ChosenPhoto = { photo: ImageBitmap; preview: string; crop: PercentCrop };

async function upload(token: string, { photo, crop }: ChosenPhoto) {
  return api.changeAvatar(token, await cropPhoto(photo, crop));
}

function problemOf(error: unknown): string | undefined {
  if (!(error instanceof api.ApiError)) return undefined;
  return error.code === 'unsupported-media-type' || 'avatar' in error.fields ? WRONG_TYPE : undefined;
}

export function AvatarSection({ user }: { user: OwnUser }) {
  const photo = useChosenPhoto();
  const { chosen, problem, choose, crop } = photo;
  const chooser = useRef<HTMLButtonElement>(null);
  const { uploading, removing, discardPhoto } = useAvatarCalls(photo, chooser);
  const pending = uploading.pending || removing.pending;
  const failure = uploading.failure ?? removing.failure;
  useUnsaved(chosen !== undefined);

  return (
    <Section anchor="foto" title="Foto" lead="Outras pessoas só veem a sua foto se o seu perfil for público.">
      <div className={styles.row} aria-busy={pending}>
        {chosen ? (
          <AvatarCrop preview={chosen.preview} crop={chosen.crop} blocked={pending} onChange={crop} />
        ) : (
          <Avatar name={user.name} url={avatarUrl(user.avatar_url)} size="medium" />
        )}
        <div className={styles.side}>
          <Actions>
            {chosen && (
              <Button pending={uploading.pending} onClick={() => uploading.start(chosen)}>
                Usar esta foto
              </Button>
            )}
            <Chooser
              ref={chooser}
              problem={problem}
              waiting={chosen !== undefined}
              blocked={pending}
              onChoose={(input) => void choose(input)}
            >
              {chosen || user.avatar_url !== null ? 'Escolher outra foto' : 'Escolher foto'}
            </Chooser>
            {chosen && (
              <Button tone="quiet" blocked={pending} onClick={discardPhoto}>
                Descartar
              </Button>
            )}
            {!chosen && user.avatar_url !== null && (
              <Button tone="quiet" pending={removing.pending} onClick={() => removing.start()}>
                Remover foto
              </Button>
            )}
          </Actions>
          <PendingStatus pending={pending} slow={uploading.slow || removing.slow} failure={failure} />
        </div>
      </div>
    </Section>
  );
}

type ChooserProps = {
  ref: RefObject<HTMLButtonElement | null>;
  problem: string | undefined;
  waiting: boolean;
  blocked: boolean;
  onChoose: (input: HTMLInputElement) => void;
  children: string;
};

function Chooser({ ref, problem, waiting, blocked, onChoose, children }: ChooserProps) {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  const status = problem ?? (waiting ? WAITING : undefined);
  return (
    <>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''}>
        {/* The hint is outside the live region, which would announce it together with "Foto salva". */}
        <span role="status">{status}</span>
        {status === undefined && HINT}
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

function useAvatarCalls(
  { discard, setProblem }: ReturnType<typeof useChosenPhoto>,
  chooser: RefObject<HTMLButtonElement | null>,
) {
  const update = useProfileUpdate();
  const uploading = useAction({ call: upload, done: saved('Foto salva'), failed: uploadFailed });
  const removing = useAction({ call: api.removeAvatar, done: saved('Foto removida'), failed: removeFailed });

  function discardPhoto() {
    discard();
    chooser.current?.focus();
  }

  function saved(words: string) {
    return (changed: OwnUser) => {
      update(() => changed);
      toast.success(words);
      discardPhoto();
    };
  }

  function uploadFailed(error: unknown) {
    const fileProblem = problemOf(error);
    if (fileProblem === undefined) {
      showUploadFailure();
      return;
    }
    setProblem(fileProblem);
    discardPhoto();
  }

  return { uploading, removing, discardPhoto };
}

function useChosenPhoto() {
  const [chosen, setChosen] = useState<ChosenPhoto>();
  const [problem, setProblem] = useState<string>();
  const preview = chosen?.preview;

  useEffect(() => {
    if (preview === undefined) return undefined;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (file === undefined) return;
    // Otherwise choosing the same file again fires no event.
    Object.assign(input, { value: '' });
    const isSupported = TYPES.includes(file.type);
    const photo = isSupported ? await createImageBitmap(file).catch(() => undefined) : undefined;
    const fileProblem = isSupported ? UNREADABLE : WRONG_TYPE;
    setProblem(photo ? undefined : fileProblem);
    setChosen(photo && { photo, preview: URL.createObjectURL(file), crop: centeredCrop(photo) });
  }

  function crop(part: PercentCrop) {
    setChosen((photo) => photo && { ...photo, crop: part });
  }

  return { chosen, problem, setProblem, choose, crop, discard: () => setChosen(undefined) };
}
