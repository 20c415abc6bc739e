import type { Client } from '../data.ts';
import type { Engine } from '../engines.ts';
import type { LoadRequest } from './load.ts';

/** One kind of request, `amount` of them per round. With `--guard`, one of its two ratios must be at least `least`. */
export type Case = {
  name: string;
  connections?: number;
  amount: number;
  least: Record<Engine, number>;
  request: (client: Client) => LoadRequest;
};

export const CASES: Case[] = [
  {
    name: 'GET /users/:id',
    amount: 8_000,
    least: { sqlite: 0.25, postgres: 0.3 },
    request: ({ id }) => ({ path: `/users/${id}` }),
  },
  {
    name: 'GET /profile',
    amount: 8_000,
    least: { sqlite: 0.25, postgres: 0.25 },
    request: ({ token }) => ({ path: '/profile', token }),
  },
  {
    name: 'GET /users',
    amount: 3_000,
    least: { sqlite: 0.35, postgres: 0.25 },
    request: () => ({ path: '/users' }),
  },
  {
    name: 'POST /users/techs',
    amount: 1_000,
    least: { sqlite: 0.5, postgres: 0.15 },
    request: ({ token }) => ({ path: '/users/techs', token, body: { title: '[<id>]', status: 'Iniciante' } }),
  },
  {
    name: 'POST /sessions',
    connections: 8,
    amount: 100,
    least: { sqlite: 0.4, postgres: 0.4 },
    request: ({ email }) => ({ path: '/sessions', body: { email, password: 'senha123' } }),
  },
];
