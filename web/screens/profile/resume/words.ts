import { levelLabel } from '#contract/choices.ts';
import { TECHNOLOGIES_LIMIT, WORKS_LIMIT } from '#contract/limits.ts';
import type { ResumeItem } from '#contract/resume.ts';

const FIELDS: Partial<Record<string, string>> = {
  title: 'nome',
  status: 'nível',
  description: 'descrição',
  deploy_url: 'link',
  technologies: 'tecnologias',
  name: 'nome',
  bio: 'bio',
  contact: 'contato',
};
const KINDS = { technology: 'Tecnologia', work: 'Projeto', profile: 'Perfil' };

export function itemsOf(count: number): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? 'item' : 'itens'}`;
}

export function nameOf({ kind, name, fields }: ResumeItem): string {
  if (kind === 'profile') return capital(fieldsOf(fields));
  return name === '' ? `${KINDS[kind]} sem nome` : name;
}

export function reasonOf({ kind, reason, fields, from, to }: ResumeItem): string {
  const words: Record<ResumeItem['reason'], string> = {
    new: to === null ? KINDS[kind] : `${KINDS[kind]} · ${levelLabel(to)}`,
    'level-assumed': `${KINDS[kind]} · ${levelLabel(to ?? '')}, porque o arquivo não diz um nível conhecido`,
    differs: change(kind, fields, from, to),
    same: `${KINDS[kind]} · já está assim`,
    'level-unknown': `${KINDS[kind]} · o nível do arquivo não é conhecido`,
    'not-taken': `${KINDS[kind]} · a importação não muda o nome da sua conta`,
    required: `${KINDS[kind]} · falta: ${fieldsOf(fields)}`,
    invalid: `${KINDS[kind]} · não dá para usar: ${fieldsOf(fields)}`,
    'too-long': `${KINDS[kind]} · longo demais: ${fieldsOf(fields)}`,
    'not-allowed': `${KINDS[kind]} · não dá para usar: ${fieldsOf(fields)}`,
    duplicate: `${KINDS[kind]} · aparece mais de uma vez no arquivo`,
    'limit-reached':
      kind === 'work' ? `No máximo ${WORKS_LIMIT} projetos` : `No máximo ${TECHNOLOGIES_LIMIT} tecnologias`,
  };
  return words[reason];
}

function change(kind: ResumeItem['kind'], fields: string[], from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${KINDS[kind]} · de ${levelLabel(from)} para ${levelLabel(to)}`;
  return kind === 'profile'
    ? `${KINDS[kind]} · passa a ser o texto do arquivo`
    : `${KINDS[kind]} · muda: ${fieldsOf(fields)}`;
}

function fieldsOf(fields: readonly string[]): string {
  return fields.map((field) => FIELDS[field] ?? field).join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
