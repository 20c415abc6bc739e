import { HANDLE_LENGTH } from '../limits.ts';
import { PAGES } from '../pages.ts';

export const HANDLE = new RegExp(`^[a-z0-9][a-z0-9-]{${HANDLE_LENGTH.least - 2},${HANDLE_LENGTH.most - 2}}[a-z0-9]$`);

// Path segments of this site, reserved as whole handles only: "ana-dev" is free.
const PATH_WORDS = `
about abuse account accounts api app assets auth avatar avatars badge blog cadastro card central classes config configuracoes
conta contact contas contato css dashboard dev docs email empresa entrar everyone explore favicon faq forum guest healthz
home host image images img info inicio js legal localhost login logout mail marketing me media metrics news noreply no-reply
null oauth openapi page pages password password-resets perfil pessoas preview privacy profile public readyz register rh
robots sair search server sessions settings sign-in sign-up signin signup sitemap site static status teste termos terms
token turma turmas undefined user users vagas well-known www
`;
// Reserved as any part between dashes: such a handle looks like the operator's.
const OFFICIAL_WORDS = `
admin administrador administrator ajuda equipe financeiro help kenzie kenziehub moderador moderator official oficial
operador pagamento pagamentos root security seguranca suporte support sysadmin system team trilha webmaster
`;

const pathWords = new Set([...wordsOf(PATH_WORDS), ...Object.values(PAGES).flatMap(({ path }) => path.slice(1) || [])]);
const officialWords = new Set(wordsOf(OFFICIAL_WORDS));

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

function isOneOf(words: ReadonlySet<string>, text: string): boolean {
  return words.has(text) || words.has(text.replace(/\d+$/, ''));
}

/** Whether the handle is reserved. Handles chosen before a word was reserved keep working. */
export function isReserved(handle: string): boolean {
  // Punycode: browsers may display it as other letters (RFC 3492).
  if (handle.startsWith('xn--')) return true;
  return isOneOf(pathWords, handle) || handle.split('-').some((part) => isOneOf(officialWords, part));
}
