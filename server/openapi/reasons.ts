import type { ProblemCode } from '#contract/problem.ts';

/** The answers themselves are in English, for the original API's clients. */
export const REASONS: Record<ProblemCode, string> = {
  validation: 'Um ou mais campos têm algo de errado',
  'bad-request': 'Não foi possível ler a requisição',
  'invalid-credentials': 'Email ou senha não conferem',
  unauthenticated: 'Falta um token válido',
  forbidden: 'É de outra pessoa',
  'not-found': 'Não existe, ou não é de quem pede',
  'method-not-allowed': 'Este endereço não aceita este método',
  'email-taken': 'Já existe uma conta com este email',
  'handle-taken': 'O endereço já é de outra pessoa',
  'technology-taken': 'A tecnologia já está na lista',
  'wrong-password': 'A senha atual falta ou não confere',
  'limit-reached': 'O limite foi alcançado',
  'payload-too-large': 'O corpo é grande demais',
  'uri-too-long': 'O endereço é longo demais',
  'headers-too-large': 'Os cabeçalhos são grandes demais',
  'unsupported-media-type': 'O corpo é de um tipo ou de uma codificação que não se aceita aqui',
  'request-timeout': 'A requisição demorou demais',
  'expectation-failed': 'O que o cabeçalho `Expect` pede não pode ser atendido',
  'too-many-requests': 'Requisições demais: `Retry-After` diz em quantos segundos tentar de novo',
  overloaded: 'O servidor está ocupado: tente de novo em instantes',
  unavailable: 'O banco de dados não responde: tente de novo em instantes',
  internal: 'Algo deu errado no servidor',
};
