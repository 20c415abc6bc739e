import { parseArgs } from 'node:util';
import { DEFAULTS, readSettings, type Settings } from './settings.ts';
import { UsageError } from './usage.ts';

export type Options = {
  web: string | undefined;
  api: string | undefined;
  full: boolean;
  only: string[];
  report: string;
  settings: Settings;
};

export const USAGE = `npm run conform -- --web URL [--api URL] [--api-full] [--only M-040,login] [--report PASTA] [--config ARQUIVO]`;

/** @throws UsageError */
export function readOptions(args: string[]): Options {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        web: { type: 'string' },
        api: { type: 'string' },
        'api-full': { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        report: { type: 'string', default: 'conform-report' },
        config: { type: 'string' },
      },
    }));
  } catch (error) {
    const [, name = args.join(' ')] = /'(--?[\w-]+)/.exec((error as Error).message) ?? [];
    throw new UsageError(`A opção ${name} não existe ou está sem valor. Use: ${USAGE}`, { cause: error });
  }
  const { web, api, 'api-full': full, only, report, config } = values;
  if (web === undefined && api === undefined) throw new UsageError(`Falta o endereço do front-end. Use: ${USAGE}`);
  if (full && api === undefined) throw new UsageError(`--api-full precisa de --api URL. Use: ${USAGE}`);
  for (const [name, url] of [
    ['--web', web],
    ['--api', api],
  ] as const) {
    if (url !== undefined && !/^https?:\/\/./.test(url)) {
      throw new UsageError(`${name} ${url} não é um endereço: comece com http:// ou https://`);
    }
  }
  const settings = config === undefined ? DEFAULTS : readSettings(config);
  return { web, api, full, only: only.split(',').filter((text) => text !== ''), report, settings };
}
