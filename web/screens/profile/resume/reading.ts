import { RESUME_LIMIT, RESUME_LISTS } from '#contract/limits.ts';
import { ApiError } from '../../../api.ts';

const KIB = 1024;
const TOO_LARGE = `Este arquivo é grande demais: o máximo é ${RESUME_LIMIT / KIB} KB`;
const NO_JSON = 'Este arquivo não é um JSON válido';
const NO_RESUME = 'Este arquivo não é um currículo no formato JSON Resume';
const TOO_LONG = `Este currículo tem itens demais: o máximo são ${RESUME_LISTS.skills.toLocaleString('pt-BR')} tecnologias e ${RESUME_LISTS.projects} projetos`;

export async function readResume(file: File): Promise<{ resume: object } | { problem: string }> {
  if (file.size > RESUME_LIMIT) return { problem: TOO_LARGE };
  try {
    const resume: unknown = JSON.parse(textOf(await file.arrayBuffer()));
    if (typeof resume === 'object' && resume !== null && !Array.isArray(resume)) return { resume };
    return { problem: NO_RESUME };
  } catch {
    return { problem: NO_JSON };
  }
}

/** Decodes UTF-8, or else the encoding of older Windows programs. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function problemOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'payload-too-large') return TOO_LARGE;
  if (Object.values(error.fields).includes('too-long')) return TOO_LONG;
  return error.code === 'validation' || error.code === 'bad-request' ? NO_RESUME : undefined;
}
