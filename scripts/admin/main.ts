import { command } from '../database/command.ts';
import { administer } from './administer.ts';

await command(administer);
