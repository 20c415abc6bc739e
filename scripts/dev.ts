import { concurrently } from 'concurrently';
import { programOf, serverArguments } from './set-up.mjs';

const commandOf = (args: string[]) => [process.execPath, ...args].map((arg) => `"${arg}"`).join(' ');

const { result } = concurrently(
  [
    { name: 'server', command: commandOf(['--watch', ...serverArguments()]) },
    { name: 'web', command: commandOf([programOf('vite')]) },
  ],
  { killOthersOn: ['success', 'failure'] },
);
// What failed has said so itself.
await result.catch(() => (process.exitCode = 1));
