import type { Engine, Known } from './data.ts';
import type { Load } from './load.ts';

/** One kind of request, `amount` of them a round; `least` is the ratio to the bare server that it must reach with `--guard`. */
export type Case = {
  name: string;
  method: Load['method'];
  connections: number;
  amount: number;
  least: Record<Engine, number>;
  requests: (users: Known[], ours: boolean) => Load['requests'];
};

// So many times a round, for the compiler to be done with what is asked.
export const WARM_UP = 4;

// The bare server takes an id for a token.
const tokenOf = ({ token, id }: Known, ours: boolean) => (ours ? token : id);

export const CASES: Case[] = [
  {
    name: 'GET /users/:id',
    method: 'GET',
    connections: 16,
    amount: 8_000,
    least: { sqlite: 0.25, postgres: 0.3 },
    requests: (users) => users.map(({ id }) => ({ path: `/users/${id}` })),
  },
  {
    name: 'GET /profile',
    method: 'GET',
    connections: 16,
    amount: 8_000,
    least: { sqlite: 0.25, postgres: 0.25 },
    requests: (users, ours) => users.map((user) => ({ path: '/profile', token: tokenOf(user, ours) })),
  },
  {
    name: 'GET /users',
    method: 'GET',
    connections: 16,
    amount: 3_000,
    least: { sqlite: 0.35, postgres: 0.25 },
    requests: (users) => users.map(() => ({ path: '/users' })),
  },
  {
    name: 'POST /users/techs',
    method: 'POST',
    connections: 16,
    amount: 1_000,
    least: { sqlite: 0.5, postgres: 0.15 },
    requests: (users, ours) =>
      users.map((user) => ({
        path: '/users/techs',
        token: tokenOf(user, ours),
        body: { title: '', status: 'Iniciante' },
      })),
  },
  {
    name: 'POST /sessions',
    method: 'POST',
    connections: 8,
    amount: 100,
    least: { sqlite: 0.4, postgres: 0.4 },
    requests: (users) => users.map(({ email }) => ({ path: '/sessions', body: { email, password: 'senha123' } })),
  },
];
