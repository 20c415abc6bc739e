import type { Api, Person, Technology } from '../api.ts';
import { expectStatus } from './expect.ts';

export const TECHNOLOGY = { title: 'Zircônia', status: 'Iniciante' };
export const SHAPE = { id: '', title: '', status: '' };

export async function addTechnology(api: Api, { token }: Person, overrides: object = {}): Promise<Technology> {
  const answer = await api.ask('POST', '/users/techs', { token, body: { ...TECHNOLOGY, ...overrides } });
  expectStatus('POST /users/techs', answer, 200, 201);
  return answer.json as Technology;
}
