import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { atEnd } from '../server-process.ts';

/** The address of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Runs statements on a connection of their own. Returns the rows of the last one. */
export async function query<Row>(url: string, statements: string): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statements)).rows as Row[];
  } finally {
    await client.end();
  }
}

let owner: Promise<Client> | undefined;

/** The connection on which all files of a worker make their databases; it ends with the worker. */
async function connectOwner(): Promise<Client> {
  const client = new Client(inject('postgres'));
  client.on('error', () => (owner = undefined));
  await client.connect();
  return client;
}

/** Runs statements as the superuser. Returns the rows of the last one. */
export async function asOwner<Row>(statements: string, database?: string): Promise<Row[]> {
  if (database !== undefined) return query(withDatabase(inject('postgres'), database), statements);
  owner ??= connectOwner();
  return (await (await owner).query(statements)).rows as Row[];
}

/** Makes a database for the test or the file that calls this. Returns its address. */
export async function makeDatabase(kind: 'empty' | 'migrated'): Promise<string> {
  const name = `${inject('template')}_${randomUUID().replaceAll('-', '')}`;
  const template = kind === 'empty' ? 'template0' : inject('template');
  // `file_copy` writes no WAL record for each page, which would be half of the server's work.
  await asOwner(`create database ${name} encoding 'UTF8' template ${template} strategy file_copy`);
  atEnd(() => asOwner(`drop database if exists ${name} with (force)`));
  return withDatabase(inject('postgres'), name);
}
