import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import type { PercentCrop } from 'react-image-crop';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Avatar } from '../../../components/profile/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useCachedUser } from '../../../shell/signed-in/screen-cache.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { FileButton } from '../file-button.tsx';
import { avatarUrl } from '../own-profile.ts';
import { Actions, Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { AvatarCrop, centeredCrop, cropPhoto } from './avatar-crop.tsx';
import styles from './avatar-section.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const HINT = 'PNG, JPEG ou WebP, de qualquer tamanho.';
const WAITING = 'Escolha a parte que aparece. A foto ainda não foi enviada.';
const WRONG_TYPE = 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP';
const UNREADABLE = 'Não foi possível ler esta imagem: escolha outra';

type ChosenPhoto = { image: ImageBitmap; url: string; crop: PercentCrop };

export function AvatarSection({ user }: { user: OwnUser }) {
  const { photo, setPhoto, problem, setProblem, choose, crop } = useChosenPhoto();
  const chooser = useRef<HTMLButtonElement>(null);
  const { update } = useCachedUser<OwnUser>();
  const change = useAction({ call: sendPhoto, done, failed });
  const { pending } = change;
  const hasAvatar = user.avatar_url !== null;
  useUnsaved(photo !== undefined);

  function discard() {
    setPhoto(undefined);
    chooser.current?.focus();
  }

  function done(changed: OwnUser, sent: ChosenPhoto | undefined) {
    update(() => changed);
    toast.success(sent ? 'Foto salva' : 'Foto removida');
    discard();
  }

  function failed(error: unknown) {
    if (error instanceof api.ApiError && (error.code === 'unsupported-media-type' || 'avatar' in error.fields)) {
      setProblem(WRONG_TYPE);
      discard();
    } else toast.error(photo ? 'Não foi possível enviar a foto' : 'Não foi possível remover a foto');
  }

  return (
    <Section anchor="foto" lead="Outras pessoas só veem sua foto se seu perfil for público.">
      <div className={styles.row} aria-busy={pending}>
        {photo ? (
          <AvatarCrop url={photo.url} crop={photo.crop} blocked={pending} onChange={crop} />
        ) : (
          <Avatar name={user.name} url={avatarUrl(user.avatar_url)} size="medium" />
        )}
        <div className={styles.side}>
          <Actions>
            {photo && (
              <Button pending={pending} onClick={() => change.run(photo)}>
                Usar esta foto
              </Button>
            )}
            <Chooser ref={chooser} problem={problem} waiting={photo !== undefined} blocked={pending} onChoose={choose}>
              {photo || hasAvatar ? 'Escolher outra foto' : 'Escolher foto'}
            </Chooser>
            {photo && (
              <Button tone="quiet" blocked={pending} onClick={discard}>
                Descartar
              </Button>
            )}
            {!photo && hasAvatar && (
              <Button tone="quiet" pending={pending} onClick={() => change.run(undefined)}>
                Remover foto
              </Button>
            )}
          </Actions>
          <PendingStatus call={change} />
        </div>
      </div>
    </Section>
  );
}

async function sendPhoto(token: string, photo: ChosenPhoto | undefined): Promise<OwnUser> {
  return photo ? api.changeAvatar(token, await cropPhoto(photo.image, photo.crop)) : api.removeAvatar(token);
}

type ButtonProps = Omit<ComponentProps<typeof FileButton>, 'label' | 'accept'>;

function Chooser({ problem, waiting, ...button }: ButtonProps & { problem: string | undefined; waiting: boolean }) {
  const note = useId();
  const status = problem ?? (waiting ? WAITING : undefined);
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

  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  async function choose(file: File) {
    const isSupported = TYPES.includes(file.type);
    const image = isSupported ? await createImageBitmap(file).catch(() => undefined) : undefined;
    const fileProblem = isSupported ? UNREADABLE : WRONG_TYPE;
    setProblem(image ? undefined : fileProblem);
    setPhoto(image && { image, url: URL.createObjectURL(file), crop: centeredCrop(image) });
  }

  function crop(part: PercentCrop) {
    setPhoto((current) => current && { ...current, crop: part });
  }

  return { photo, setPhoto, problem, setProblem, choose, crop };
}
