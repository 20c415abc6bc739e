import { CLASS_DAYS, CLASS_MEMBERS_LIMIT, CLASSES_LIMIT, CLASS_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';

export const CLASS_ROUTES = {
  'GET /classes': { tag: 'Turmas', summary: 'Lista as turmas que a pessoa abriu ou em que está' },
  'POST /classes': {
    tag: 'Turmas',
    summary: 'Abre uma turma',
    description:
      `Ela termina sozinha depois de ${CLASS_DAYS} dias. Cada pessoa abre até ${CLASSES_LIMIT} e está em até ${CLASSES_LIMIT}. ` +
      'O código para entrar (`code`) só quem a abriu vê.',
  },
  'POST /classes/join': {
    tag: 'Turmas',
    summary: 'Entra em uma turma pelo código',
    description:
      'O código pode ter minúsculas, espaços e traços. Quem já está nela recebe a mesma resposta; um código errado e o de uma ' +
      `turma que terminou, o mesmo 404. Cabem ${CLASS_MEMBERS_LIMIT} pessoas. Depois de alguns códigos errados, cada um espera mais.`,
  },
  'GET /classes/join': {
    tag: 'Turmas',
    summary: 'Diz de que turma é um código',
    description:
      'Só o nome da turma, para quem ainda decide se entra; a turma inteira, para quem a ensina ou já está nela. Um código ' +
      'errado tem o mesmo 404 e a mesma espera.',
  },
  'GET /classes/:id': {
    tag: 'Turmas',
    summary: 'Mostra uma turma e quem está nela',
    description:
      'De cada pessoa: nome, módulo, foto, tecnologias e níveis, quando entrou, e o endereço da página, se ela é pública; nunca ' +
      'o email. Só quem abriu a turma vê o código e quando cada lista mudou (`changed_at`). Para quem não está nela, ela ' +
      'não existe. Em uma turma muito cheia, as listas mais longas vêm cortadas.',
  },
  'GET /classes/:id/members.csv': {
    tag: 'Turmas',
    summary: 'Baixa a turma como planilha',
    description:
      'Só para quem a abriu. CSV em UTF-8 com BOM e ponto e vírgula: uma linha por pessoa, uma coluna por tecnologia, até ' +
      `as ${CLASS_TECHNOLOGIES_LIMIT} que mais pessoas conhecem. Um ` +
      'texto que uma planilha tomaria por fórmula começa com um apóstrofo.',
  },
  'PUT /classes/:id': {
    tag: 'Turmas',
    summary: 'Muda o nome ou o código de uma turma',
    description: 'Só para quem a abriu. `renew_code`: um código novo; o antigo deixa de valer, e quem já entrou fica.',
  },
  'DELETE /classes/:id': {
    tag: 'Turmas',
    summary: 'Encerra uma turma',
    description: 'Só para quem a abriu. A turma, o código e a lista de quem estava nela são apagados na hora.',
  },
  'DELETE /classes/:id/members/:userId': {
    tag: 'Turmas',
    summary: 'Sai de uma turma, ou tira alguém dela',
    description:
      'Cada pessoa sai quando quiser; quem abriu a turma tira qualquer uma e, com `joined_until`, também todas as que ' +
      'entraram depois dela, até esse momento (um `joined_at` da turma). O efeito é imediato.',
  },
} as const;
