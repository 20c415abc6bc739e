import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import type { PercentCrop } from 'react-image-crop';
import type { OwnUser } from '#contract/user.ts';
import { ApiError } from '../../../api.ts';
import { Avatar } from '../../../components/profile/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction, useCachedUser } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { FileButton } from '../file-button.tsx';
import { avatarUrl } from '../../../shell/secondary/avatar-url.ts';
import { Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { AvatarCrop, centeredCrop, cropPhoto } from './avatar-crop.tsx';
import styles from './avatar-section.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const HINT = 'PNG, JPEG ou WebP, de qualquer tamanho.';
const UNSENT = 'Escolha a parte que aparece. A foto ainda não foi enviada.';
const WRONG_TYPE = 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP';
const UNREADABLE = 'Não foi possível ler esta imagem: escolha outra';

type ChosenPhoto = { image: ImageBitmap; url: string; crop: PercentCrop };

export function AvatarSection({ user }: { user: OwnUser }) {
  const { photo, setPhoto, problem, setProblem, readPhoto, changeCrop } = useChosenPhoto();
  const row = useRef<HTMLDivElement>(null);
  const photoButton = useRef<HTMLButtonElement>(null);
  const { replace } = useCachedUser<OwnUser>();
  const save = useAction({ call: sendPhoto, done, failed });
  const { pending } = save;
  const hasAvatar = user.avatar_url !== null;
  const isUnsent = photo !== undefined;
  useUnsaved(isUnsent);

  function discard() {
    // Not while the user types elsewhere: the upload may have taken long.
    if (row.current?.contains(document.activeElement)) photoButton.current?.focus();
    setPhoto(undefined);
  }

  function done(changed: OwnUser, sent: ChosenPhoto | undefined) {
    replace(changed);
    toast.success(sent ? 'Foto salva' : 'Foto removida');
    discard();
  }

  function failed(error: unknown) {
    if (error instanceof ApiError && (error.code === 'unsupported-media-type' || 'avatar' in error.fields)) {
      setProblem(WRONG_TYPE);
      discard();
    } else toast.error(photo ? 'Não foi possível enviar a foto' : 'Não foi possível remover a foto');
  }

  return (
    <Section anchor="foto" lead="Aparece na sua página, se seu perfil for público, e nas suas turmas.">
      <div ref={row} className={styles.row} aria-busy={pending}>
        {photo ? (
          <AvatarCrop url={photo.url} crop={photo.crop} blocked={pending} onChange={changeCrop} />
        ) : (
          <Avatar name={user.name} url={avatarUrl(user.avatar_url)} size="medium" />
        )}
        <div className={styles.side}>
          <Actions>
            {photo && (
              <Button pending={pending} onClick={() => save.run(photo)}>
                Usar esta foto
              </Button>
            )}
            <PhotoButton ref={photoButton} problem={problem} isUnsent={isUnsent} blocked={pending} onChoose={readPhoto}>
              {photo || hasAvatar ? 'Escolher outra foto' : 'Escolher foto'}
            </PhotoButton>
            {photo && (
              <Button tone="quiet" blocked={pending} onClick={discard}>
                Descartar
              </Button>
            )}
            {!photo && hasAvatar && (
              <Button tone="quiet" pending={pending} onClick={() => save.run(undefined)}>
                Remover foto
              </Button>
            )}
          </Actions>
          <PendingStatus call={save} />
        </div>
      </div>
    </Section>
  );
}

async function sendPhoto(token: string, photo: ChosenPhoto | undefined): Promise<OwnUser> {
  return photo ? api.changeAvatar(token, await cropPhoto(photo.image, photo.crop)) : api.removeAvatar(token);
}

type PhotoButtonProps = Omit<ComponentProps<typeof FileButton>, 'label' | 'accept'>;

function PhotoButton({
  problem,
  isUnsent,
  ...button
}: PhotoButtonProps & { problem: string | undefined; isUnsent: boolean }) {
  const note = useId();
  const status = problem ?? (isUnsent ? UNSENT : undefined);
  return (
    <>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''}>
        {/* The hint is outside the live region, which would announce it together with "Foto salva". */}
        <span role="status">{status}</span>
        {status === undefined && HINT}
      </p>
      <FileButton {...button} label="Arquivo da foto" accept={TYPES.join()} aria-describedby={note} />
    </>
  );
}

function useChosenPhoto() {
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const [problem, setProblem] = useState<string>();
  const url = photo?.url;
  const newest = useRef<File>(undefined);

  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  async function readPhoto(file: File) {
    newest.current = file;
    const isSupported = TYPES.includes(file.type);
    const image = isSupported ? await createImageBitmap(file).catch(() => undefined) : undefined;
    if (newest.current !== file) return;
    const fileProblem = isSupported ? UNREADABLE : WRONG_TYPE;
    setProblem(image ? undefined : fileProblem);
    setPhoto(image && { image, url: URL.createObjectURL(file), crop: centeredCrop(image) });
  }

  function changeCrop(crop: PercentCrop) {
    setPhoto((current) => current && { ...current, crop });
  }

  return { photo, setPhoto, problem, setProblem, readPhoto, changeCrop };
}
