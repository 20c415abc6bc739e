import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { atEnd } from '../server-process.ts';

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

let owner: Promise<Client> | undefined;

/** The connection that all files of a worker make their databases through; it ends with the worker. */
async function connectOwner(): Promise<Client> {
  const client = new Client(inject('postgres'));
  client.on('error', () => (owner = undefined));
  await client.connect();
  return client;
}

/** Runs statements as the user who may do everything; answers the rows of the last. */
export async function asOwner<Row>(statement: string, database?: string): Promise<Row[]> {
  if (database === undefined) {
    owner ??= connectOwner();
    return (await (await owner).query(statement)).rows as Row[];
  }
  const client = new Client(withDatabase(inject('postgres'), database));
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Makes a database for the test or the file that calls it: empty, or with all tables. Answers its address. */
export async function makeDatabase(kind: 'empty' | 'migrated'): Promise<string> {
  const name = `${inject('template')}_${randomUUID().replaceAll('-', '')}`;
  const template = kind === 'empty' ? 'template0' : inject('template');
  // Without the log of each page: half the work of the server.
  await asOwner(`create database ${name} encoding 'UTF8' template ${template} strategy file_copy`);
  atEnd(() => asOwner(`drop database if exists ${name} with (force)`));
  return withDatabase(inject('postgres'), name);
}
