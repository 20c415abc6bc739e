import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

/** The sections of the page, in order: the part of the address that leads to each, and its name there. */
export const SECTIONS = {
  dados: 'Dados',
  foto: 'Foto',
  projetos: 'Projetos',
  evolucao: 'Evolução',
  curriculo: 'Currículo',
  visibilidade: 'Visibilidade',
  compartilhar: 'Compartilhar',
  senha: 'Senha',
  sessoes: 'Sessões',
  atividade: 'Atividade',
  copia: 'Seus dados',
} as const;

type SectionProps = {
  anchor: keyof typeof SECTIONS;
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

/** One card of the profile. `focusHeading` can focus its heading. */
export function Section({ anchor, title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
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

/** Focuses the heading of this element's section: for when the focused element goes. */
export function focusHeading(element: Element | null) {
  element?.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
}

/** The buttons of a section and their `PendingStatus`. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
