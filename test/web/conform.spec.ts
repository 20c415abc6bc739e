import { type Browser, expect, test } from '@playwright/test';
import { Api } from '../../conform/api.ts';
import { SECTIONS } from '../../conform/atoms/all.ts';
import { journeys } from '../../conform/atoms/technologies.ts';
import { FrontEnd } from '../../conform/front-end/front-end.ts';
import { DEFAULTS } from '../../conform/settings.ts';

// The conformance suite is also our own test of the requirements that a browser can observe.
let meeting: Promise<FrontEnd> | undefined;

/** Not a worker fixture: specs with different worker fixtures cannot share workers and browsers. */
function meet(browser: Browser, web: string): Promise<FrontEnd> {
  meeting ??= FrontEnd.meet({ browser, web, api: new Api(web), settings: DEFAULTS });
  return meeting;
}

// Checks that read or write through the server run on both engines.
const tagOf = (section: (typeof SECTIONS)[number]) => (section === journeys ? { tag: '@both-engines' } : {});

for (const section of SECTIONS) {
  test.describe(section.name, () => {
    // In one worker, so that they can share visits.
    test.describe.configure({ mode: 'default' });

    for (const atom of section.atoms) {
      test(`${atom.says} (${atom.id})`, tagOf(section), async ({ browser, baseURL }) => {
        const frontEnd = await meet(browser, baseURL ?? '');
        const { deviation } = await frontEnd.judge(atom, section);
        const { picture, ...line } = deviation ?? {};
        if (picture !== undefined)
          await test.info().attach('picture', { body: Buffer.from(picture, 'base64'), contentType: 'image/jpeg' });
        expect(line).toEqual({});
      });
    }
  });
}
