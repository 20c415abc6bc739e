import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { OwnUser } from '#contract/user.ts';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { useWindowEvent } from '../../components/window-event.ts';
import { Page } from '../../shell/page.tsx';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { useOwnProfile } from './own-profile.ts';
import styles from './sectioned-page.module.css';
import { UnsavedGuard } from './unsaved.tsx';

type SectionedPageProps = {
  heading: string;
  what: string;
  sections: Record<string, string>;
  children: (user: OwnUser) => ReactNode;
};

/** A page of the user's own data, with an index of its sections. */
export function SectionedPage({ heading, what, sections, children }: SectionedPageProps) {
  const skeleton = <Skeleton words={`Carregando ${what}`} heights={[18, 9, 13]} />;
  return (
    <Page heading={heading}>
      <div className={styles.notice}>
        <ExpiredSession />
      </div>
      <Loaded query={useOwnProfile()} what={what} skeleton={skeleton}>
        {(user) => (
          <UnsavedGuard>
            <div className={styles.columns}>
              <Index sections={sections} />
              <div className={styles.sections}>{children(user)}</div>
            </div>
          </UnsavedGuard>
        )}
      </Loaded>
    </Page>
  );
}

function Index({ sections }: { sections: Record<string, string> }) {
  const anchors = Object.keys(sections);
  const [current, setCurrent] = useState(anchors[0]);
  const nav = useRef<HTMLElement>(null);
  useWindowEvent('scroll', () => setCurrent(currentAnchor(anchors)));
  // The browser looked for the address's section before it was drawn.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link) centre(link);
  }, [current]);

  return (
    <nav ref={nav} className={styles.index} aria-label="Partes da página">
      {Object.entries(sections).map(([anchor, name]) => (
        <a
          key={anchor}
          href={`#${anchor}`}
          aria-current={anchor === current || undefined}
          onClick={(event) => goTo(anchor, event)}
          // Only for keyboard focus: under a pointer, the link would move away before the click.
          onFocus={({ target }) => target.matches(':focus-visible') && centre(target)}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Not `scrollIntoView`, which would also interrupt the page's own scrolling. */
function centre(link: HTMLElement) {
  const bar = link.parentElement;
  bar?.scrollTo({ left: link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2 });
}

function topOf(anchor: string): number {
  return document.getElementById(anchor)?.getBoundingClientRect().top ?? Infinity;
}

/** The last section that starts in the upper third of the window; at the page's end, the one that the URL names. */
function currentAnchor(anchors: string[]): string | undefined {
  const atEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  if (!atEnd) return anchors.findLast((anchor) => topOf(anchor) <= window.innerHeight / 3) ?? anchors[0];
  return anchors.find((anchor) => location.hash === `#${anchor}` && topOf(anchor) >= 0) ?? anchors.at(-1);
}

/** Uses `replaceState`, so that Back leaves the page instead of returning to another section. */
function goTo(anchor: string, event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(history.state, '', `#${anchor}`);
  const section = document.getElementById(anchor);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}
