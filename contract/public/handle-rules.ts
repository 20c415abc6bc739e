import { HANDLE_LENGTH } from '../limits.ts';
import { PAGES } from '../pages.ts';

export const HANDLE = new RegExp(`^[a-z0-9][a-z0-9-]{${HANDLE_LENGTH.least - 2},${HANDLE_LENGTH.most - 2}}[a-z0-9]$`);

// Path segments of this site, and words that look official.
const RESERVED_WORDS = `
about abuse account accounts admin administrador administrator ajuda api app assets auth avatar avatars badge blog
cadastro card central config configuracoes conta contact contas contato css dashboard dev docs email empresa entrar
equipe everyone explore favicon faq financeiro forum guest healthz help home host image images img info inicio js
kenzie kenziehub legal localhost login logout mail marketing me media metrics moderador moderator news noreply no-reply
null oauth official oficial openapi operador pagamento pagamentos page pages password password-resets perfil pessoas
preview privacy profile public readyz register rh robots root sair search security seguranca server sessions settings
sign-in sign-up signin signup sitemap site static status suporte support system sysadmin team teste termos terms token
trilha undefined user users vagas webmaster well-known www
`;

export const RESERVED_HANDLES: ReadonlySet<string> = new Set([
  ...RESERVED_WORDS.trim().split(/\s+/),
  ...Object.values(PAGES).map(({ path }) => path.slice(1)),
]);
