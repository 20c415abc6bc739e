import { command, print } from '../database/command.ts';
import { administer } from './administer.ts';

await command(() => administer(process.argv.slice(2), process.env, { print, note: console.error }));
