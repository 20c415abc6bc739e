import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnUser } from '#contract/user.ts';
import { Skeleton } from '../../../components/secondary/skeleton.tsx';
import { useOwnQuery } from '../../../shell/signed-in/calls.tsx';
import { Loaded } from '../../../shell/signed-in/load-failure.tsx';
import * as api from '../api.ts';
import { isPublic, pageHandle } from '../own-profile.ts';
import styles from './page-preview.module.css';

/** The page itself, scaled, also while it is off. */
export function PagePreview({ user }: { user: OwnUser }) {
  // Every change of the user may change the page.
  const query = useOwnQuery(['page', user], api.readOwnPage, { placeholderData: keepPreviousData });
  const isOff = pageHandle(user) === null;
  return (
    <details className={styles.preview} open={isOff}>
      <summary>
        <h3>Como os outros veem</h3>
      </summary>
      {isOff && (
        <p>
          {isPublic(user) ? 'Assim, quando você escolher o endereço:' : 'Agora, ninguém. Com sua página ligada, assim:'}
        </p>
      )}
      <div className={styles.paper}>
        <Loaded query={query} what="sua página" skeleton={<Skeleton words="Carregando sua página" />} inSection>
          {(page) => <Frame page={page} />}
        </Loaded>
      </div>
    </details>
  );
}

function Frame({ page }: { page: Document }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) show(frame.current, page);
  }, [page]);
  return (
    <div className={styles.framed} role="img" aria-label="Sua página, em miniatura">
      <iframe ref={frame} sandbox="allow-same-origin" inert tabIndex={-1} title="Sua página" />
    </div>
  );
}

/** Fills the empty frame. It inherits our policy, so that no page has to allow frames; its sandbox runs no script. */
function show({ contentDocument: framed }: HTMLIFrameElement, page: Document) {
  framed?.head.replaceChildren(...[...page.querySelectorAll('style')].map((style) => framed.importNode(style, true)));
  framed?.body.replaceWith(framed.importNode(page.body, true));
}
