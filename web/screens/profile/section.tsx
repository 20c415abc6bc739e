import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

/** The sections of both pages, by anchor, in the order of the screen. */
export const PAGE_SECTIONS = {
  pagina: 'Sua página',
  foto: 'Foto',
  dados: 'Bio e contato',
  projetos: 'Projetos',
  endereco: 'Endereço',
  visibilidade: 'Quem vê o quê',
  compartilhar: 'Compartilhar',
} as const;
export const ACCOUNT_SECTIONS = {
  email: 'Email',
  senha: 'Senha',
  sessoes: 'Sessões',
  atividade: 'Atividade',
  curriculo: 'Currículo',
  copia: 'Seus dados',
} as const;
const SECTIONS = { ...PAGE_SECTIONS, ...ACCOUNT_SECTIONS };

type SectionProps = { anchor: keyof typeof SECTIONS; title?: string; lead: ReactNode; children: ReactNode };

export function Section({ anchor, title = SECTIONS[anchor], lead, children }: SectionProps) {
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

type OptionProps = { title?: string; about: ReactNode; children?: ReactNode };

export function Option({ title, about, children }: OptionProps) {
  return (
    <div className={styles.option}>
      {title !== undefined && <h3>{title}</h3>}
      <p className="small">{about}</p>
      {children}
    </div>
  );
}
