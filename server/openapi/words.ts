import * as limits from '#contract/limits.ts';
import { plural } from '../plural.ts';
import { CLASS_ROUTES } from './class-words.ts';

const [KIB, MIB] = [1024, 1024 ** 2];
const UNDO_TIME = plural(limits.UNDO_MINUTES, 'minuto');
const HANDLE_TIME = plural(limits.HANDLE_DAYS, 'dia');
const RESET_TIME = plural(limits.RESET_HOURS, 'hora');
const SHOWN = `\`technologies\` são os ids de até ${limits.WORK_TECHNOLOGIES_LIMIT} das próprias tecnologias, que o projeto mostra; \`repository_url\`, o link do código; \`pinned\` põe até ${limits.PINNED_WORKS_LIMIT} projetos no topo da página.`;

export const DOCUMENT = {
  description:
    'Guarda o perfil de quem estuda programação e a lista das tecnologias que cada pessoa conhece. Todo erro ' +
    'tem a forma de Problem: `code` é a palavra para o programa, `message` a frase em inglês para quem programa, e ' +
    '`fields` diz o que há de errado em cada campo.',
  server: 'Este servidor',
  token: 'O token que vem na resposta de `POST /sessions`.',
  done: 'Feito',
  unchanged: 'Não mudou desde o `ETag` enviado',
  moved: 'O endereço mudou: `Location` diz qual é o novo',
};

export const TAGS = {
  Pessoas: 'Contas e perfis',
  Sessões: 'Entrar e sair',
  Perfil: 'O perfil de quem está logado',
  Foto: 'A foto do perfil',
  Página: 'O que um perfil público mostra a todos',
  Tecnologias: 'As tecnologias de quem está logado',
  Projetos: 'Os projetos de quem está logado',
  Turmas: 'As turmas de quem está logado, como professor ou como aluno',
  Servidor: 'Para quem cuida do servidor',
};

type Words = { tag: keyof typeof TAGS; summary: string; description?: string };

/** Routes without an entry are not in the document. */
export const ROUTES: Readonly<Record<string, Words>> = {
  'GET /healthz': { tag: 'Servidor', summary: 'Diz se o servidor está vivo' },
  'GET /readyz': { tag: 'Servidor', summary: 'Diz se o servidor pode atender' },
  'GET /.well-known/security.txt': {
    tag: 'Servidor',
    summary: 'Diz a quem contar uma falha de segurança',
    description: 'Segundo a RFC 9116. Só existe onde quem mantém o servidor disse quem é.',
  },
  'POST /users': { tag: 'Pessoas', summary: 'Cria uma conta' },
  'GET /users': {
    tag: 'Pessoas',
    summary: 'Lista quem tem o perfil público',
    description:
      'Na ordem do cadastro. `tech` procura nos títulos das tecnologias. Os cabeçalhos `page`, `perPage` e `nextUrl` dizem ' +
      `qual é a página e onde está a próxima. Uma de mais de ${limits.USERS_PAGE_LIMIT / MIB} MiB vem em partes, e \`skip\` diz quantas pessoas dela já vieram. ` +
      'Com `after`, o id de quem veio por último, a seguinte vem depressa; só com `page`, quem vem antes é contado. ' +
      'Entre títulos demais, uma página pode vir com menos pessoas, ou vazia: `nextUrl` continua a procura.',
  },
  'GET /users/:id': {
    tag: 'Pessoas',
    summary: 'Mostra o perfil de uma pessoa',
    description:
      'A própria pessoa vê tudo o que é seu; os outros veem o perfil público, ou só nome, módulo e tecnologias ' +
      'quando o perfil é privado. O email só a própria pessoa vê.',
  },
  'DELETE /users/:id': {
    tag: 'Pessoas',
    summary: 'Apaga a própria conta',
    description: 'Tudo o que é da pessoa vai junto, na hora. A senha é conferida quando é enviada.',
  },
  'POST /sessions': {
    tag: 'Sessões',
    summary: 'Entra: abre uma sessão',
    description: 'O token vai no cabeçalho `Authorization` das outras chamadas: `Bearer`, um espaço e o token.',
  },
  'GET /sessions': { tag: 'Sessões', summary: 'Lista as próprias sessões abertas' },
  'DELETE /sessions': { tag: 'Sessões', summary: 'Sai: encerra esta sessão' },
  'DELETE /sessions/others': {
    tag: 'Sessões',
    summary: 'Encerra as outras sessões',
    description: 'A senha é conferida quando é enviada.',
  },
  'POST /password-resets/links': {
    tag: 'Sessões',
    summary: 'Pede por email um link para redefinir a senha',
    description:
      'A resposta é a mesma, haja ou não uma conta com este email. Onde o servidor não envia emails, este endereço não ' +
      'existe: quem mantém o servidor dá o link.',
  },
  'POST /password-resets': {
    tag: 'Sessões',
    summary: 'Redefine a senha por um link',
    description:
      `O link vem por email ou de quem mantém o servidor, vale por ${RESET_TIME} e só pode ser usado uma vez. \`token\` é o fim dele, depois de \`#\`. ` +
      'Todas as sessões da pessoa são encerradas.',
  },
  'GET /profile': { tag: 'Perfil', summary: 'Mostra o próprio perfil' },
  'PUT /profile': {
    tag: 'Perfil',
    summary: 'Altera o próprio perfil',
    description:
      'Só é alterado o que for enviado; um texto vazio não altera nada. Uma senha nova vem com a atual (`old_password`) e ' +
      `encerra as outras sessões. Um endereço (\`handle\`) que foi trocado fica guardado por ${HANDLE_TIME} para quem o tinha; \`null\` deixa o perfil sem endereço. \`featured\`: até ${limits.FEATURED_LIMIT} tecnologias próprias.`,
  },
  'GET /profile/handles/:handle': { tag: 'Perfil', summary: 'Diz se um endereço está livre, mas não de quem é' },
  'GET /profile/page': { tag: 'Perfil', summary: 'Mostra a própria página como os outros a veem, ou veriam' },
  'GET /profile/export': { tag: 'Perfil', summary: 'Baixa tudo o que é guardado sobre a própria pessoa' },
  'GET /profile/resume.json': {
    tag: 'Perfil',
    summary: 'Baixa o próprio currículo',
    description:
      'No formato JSON Resume 1.0: as tecnologias em `skills`, os projetos em `projects`. Sem o email e sem a foto, porque ' +
      'um currículo é feito para ser mostrado.',
  },
  'POST /profile/resume': {
    tag: 'Perfil',
    summary: 'Importa um currículo',
    description:
      `Em JSON Resume, até ${limits.RESUME_LIMIT / KIB} KiB. Sem \`apply=true\` nada é salvo: a resposta diz, item por item, o que ` +
      'seria adicionado, alterado, mantido e recusado, e por quê. Com `apply=true` tudo isso é feito, ou nada. De `basics` ' +
      'vêm `summary` (`bio`) e `url` (`contact`); de `skills` o nome e o nível; de `projects` o nome, a descrição, o ' +
      'endereço e, em `keywords`, as próprias tecnologias. O resto do arquivo fica de fora, e nada do que a pessoa tem é apagado.',
  },
  'GET /profile/events': {
    tag: 'Perfil',
    summary: `Lista os ${limits.EVENTS_LISTED_PER_KIND} últimos acontecimentos de cada tipo da própria conta, do mais recente ao mais antigo`,
  },
  'GET /profile/history': {
    tag: 'Perfil',
    summary: 'Lista como mudaram os níveis das próprias tecnologias',
    description:
      'Da mudança mais antiga à mais nova; `status` `null` diz que a tecnologia foi excluída. Guardamos as últimas ' +
      `${limits.LEVEL_CHANGES_LIMIT.toLocaleString('pt-BR')} mudanças e, além delas, o nível atual de cada tecnologia.`,
  },
  'GET /u/:handle': {
    tag: 'Página',
    summary: 'Mostra a página pública de uma pessoa',
    description:
      'HTML completo, sem script. Um endereço que foi trocado leva ao novo. Um perfil privado é respondido como um que ' +
      'não existe.',
  },
  'GET /pessoas': {
    tag: 'Página',
    summary: 'Mostra quem sabe uma tecnologia',
    description:
      'HTML completo, sem script, só com perfis públicos que têm um endereço. `tecnologia` pode vir ' +
      `até ${limits.SEARCHED_TECHNOLOGIES_LIMIT} vezes: aparece quem sabe todas, e React, ReactJS e react.js são uma. \`nivel\`: o menor (\`iniciante\`, \`intermediario\` ou \`avancado\`). ` +
      `\`modulo\`: o número dele. Quem tem projetos vem antes, depois quem atualizou o perfil por último. \`depois\` vem do link da próxima página, de até ${limits.PEOPLE_PER_PAGE} pessoas.`,
  },
  'GET /u/:handle/preview.png': {
    tag: 'Página',
    summary: 'Desenha a prévia do link',
    description: `PNG de ${limits.PREVIEW.width} × ${limits.PREVIEW.height}, para quem mostra o link da página. Onde não há página, a imagem diz isso.`,
  },
  'GET /u/:handle/card.svg': {
    tag: 'Página',
    summary: 'Desenha o cartão de uma pessoa',
    description:
      `Um SVG para um README ou um site: o nome, o módulo e até ${limits.FEATURED_LIMIT} tecnologias: as que a pessoa destaca ou as que têm mais projetos. ` +
      '`tema`: as cores de quem lê (`auto`), claras ou escuras. Onde não há perfil público, uma imagem cinza diz isso.',
  },
  'GET /u/:handle/badge/:technology.svg': {
    tag: 'Página',
    summary: 'Desenha o selo de uma tecnologia',
    description: '`technology` é o título, como a busca o encontra: maiúsculas e acentos não fazem diferença.',
  },
  'GET /u/:handle/badge/:technology.json': {
    tag: 'Página',
    summary: 'Descreve o selo de uma tecnologia para shields.io',
    description: 'Na forma de https://shields.io/badges/endpoint-badge; `isError` diz que não há o que mostrar.',
  },
  'PATCH /users/avatar': {
    tag: 'Foto',
    summary: 'Troca a foto',
    description:
      `PNG, JPEG ou WebP de até ${limits.AVATAR_LIMIT / MIB} MiB, no campo \`avatar\`. ` +
      `Ela vira WebP de ${limits.AVATAR_SIDE} × ${limits.AVATAR_SIDE}, sem metadados.`,
  },
  'DELETE /users/avatar': { tag: 'Foto', summary: 'Remove a foto' },
  'GET /avatars/:name': { tag: 'Foto', summary: 'Mostra uma foto' },
  'POST /users/techs': { tag: 'Tecnologias', summary: 'Cadastra uma tecnologia' },
  'PUT /users/techs/:id': { tag: 'Tecnologias', summary: 'Altera uma tecnologia' },
  'DELETE /users/techs/:id': {
    tag: 'Tecnologias',
    summary: `Exclui uma tecnologia, que por ${UNDO_TIME} ainda pode ser trazida de volta`,
  },
  'POST /users/techs/:id/restore': {
    tag: 'Tecnologias',
    summary: 'Desfaz a exclusão de uma tecnologia',
    description: `Até ${UNDO_TIME} depois da exclusão; a tecnologia volta ao seu lugar na lista.`,
  },
  'POST /users/works': {
    tag: 'Projetos',
    summary: 'Adiciona um projeto',
    description: `${SHOWN} Sem \`technologies\` ele não mostra nenhuma.`,
  },
  'PUT /users/works/:id': {
    tag: 'Projetos',
    summary: 'Altera um projeto',
    description: `Só é alterado o que for enviado. ${SHOWN} Sem \`technologies\` elas ficam como estão.`,
  },
  'DELETE /users/works/:id': { tag: 'Projetos', summary: 'Exclui um projeto' },
  ...CLASS_ROUTES,
};

export const HEADERS = {
  page: 'O número desta página',
  perPage: 'Quantas pessoas cabem em uma página',
  nextUrl: 'O endereço da próxima página, se houver',
};
