import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

type SectionProps = {
  title: string;
  /** What the section is for, in a sentence. */
  lead: ReactNode;
  children: ReactNode;
};

/** One card of the profile. Its heading can be given the focus where what had it has gone: see `focusHeading`. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <p>{lead}</p>
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** Gives the focus to the heading of the section that this element stands in. */
export function focusHeading(element: Element | null) {
  element?.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
}

/** The buttons of a section, and after them the line that says that a call runs. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
