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

export function nameOf({ kind, name, fields }: ResumeItem): string {
  if (kind === 'profile') return capital(fieldsOf(fields));
  return name === '' ? `${KINDS[kind]} sem nome` : name;
}

export function explain(item: ResumeItem): string {
  const { kind, reason, to } = item;
  const fields = fieldsOf(item.fields);
  if (reason === 'limit-reached') {
    return kind === 'work' ? `No máximo ${WORKS_LIMIT} projetos` : `No máximo ${TECHNOLOGIES_LIMIT} tecnologias`;
  }
  const words: Record<typeof reason, string> = {
    new: to === null ? '' : levelLabel(to),
    'level-assumed': `${levelLabel(to ?? '')}, porque o arquivo não diz um nível conhecido`,
    differs: changeOf(item),
    same: 'já está assim',
    'level-unknown': 'o nível do arquivo não é conhecido',
    'not-taken': 'a importação não muda o nome da sua conta',
    required: `falta: ${fields}`,
    invalid: `não dá para usar: ${fields}`,
    'too-long': `longo demais: ${fields}`,
    'not-allowed': `não dá para usar: ${fields}`,
    duplicate: 'aparece mais de uma vez no arquivo',
  };
  return [KINDS[kind], words[reason]].filter((part) => part !== '').join(' · ');
}

function changeOf({ kind, from, to, fields }: ResumeItem): string {
  if (from === null || to === null) return `muda: ${fieldsOf(fields)}`;
  const quote = kind === 'profile' ? quoted : levelLabel;
  return from === '' ? `passa a ser ${quote(to)}` : `de ${quote(from)} para ${quote(to)}`;
}

function quoted(text: string): string {
  return `“${text}”`;
}

function fieldsOf(fields: readonly string[]): string {
  return fields.map((field) => FIELDS[field] ?? field).join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
