import { HANDLE_LENGTH } from '../limits.ts';
import { PAGES } from '../pages.ts';

export const HANDLE = new RegExp(`^[a-z0-9][a-z0-9-]{${HANDLE_LENGTH.least - 2},${HANDLE_LENGTH.most - 2}}[a-z0-9]$`);

// Path segments of this site, reserved as whole handles only, also before a number: "ana-dev" is free.
const PATH_WORDS = `
about abuse account accounts api app assets auth avatar avatars badge blog cadastro card central classes config configuracoes
conta contact contas contato css dashboard dev docs email empresa entrar everyone explore favicon faq forum guest healthz
home host image images img info inicio js legal localhost login logout mail marketing me media metrics news noreply no-reply
null oauth openapi page pages password password-resets perfil pessoas preview privacy profile public readyz register rh
robots sair search server sessions settings sign-in sign-up signin signup sitemap site static status teste termos terms
token turma turmas undefined user users vagas well-known www
`;
// Reserved as any part between dashes, also several in one part: "1trilhaoficial" looks like the operator's.
const OFFICIAL_WORDS = `
adm admin administrador administrator ajuda equipe financeiro help kenzie kenziehub moderador moderator official oficial
operador pagamento pagamentos root security seguranca suporte support sysadmin system team trilha webmaster
`;

const pagePaths = Object.values(PAGES).flatMap(({ path }) => path.slice(1) || []);
const PATH = new RegExp(String.raw`^(?:${[...wordsOf(PATH_WORDS), ...pagePaths].join('|')})\d*$`);
const OFFICIAL = new RegExp(String.raw`^\d*(?:(?:${wordsOf(OFFICIAL_WORDS).join('|')})\d*)+$`);

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Whether the handle is reserved. Handles chosen before a word was reserved keep working. */
export function isReserved(handle: string): boolean {
  // Punycode: browsers may display it as other letters (RFC 3492).
  if (handle.startsWith('xn--')) return true;
  return PATH.test(handle) || handle.split('-').some((part) => OFFICIAL.test(part));
}
