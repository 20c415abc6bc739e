import { test as base, expect } from '@playwright/test';
import { Api } from '../../conform/api.ts';
import { SECTIONS } from '../../conform/atoms/all.ts';
import { journeys } from '../../conform/atoms/technologies.ts';
import { FrontEnd } from '../../conform/front-end/front-end.ts';
import { DEFAULTS } from '../../conform/settings.ts';

// The suite for any front end is our own for the lines of the specification that a browser can see.
const test = base.extend<object, { frontEnd: FrontEnd }>({
  frontEnd: [
    async ({ browser }, provide, { project }) => {
      const web = project.use.baseURL ?? '';
      await provide(await FrontEnd.meet({ browser, web, api: new Api(web), settings: DEFAULTS }));
    },
    { scope: 'worker' },
  ],
});

// What makes the server read or write runs on both engines.
const tagOf = (section: (typeof SECTIONS)[number]) => (section === journeys ? { tag: '@both-engines' } : {});

for (const section of SECTIONS) {
  for (const atom of section.atoms) {
    test(`${atom.says} (${atom.id})`, tagOf(section), async ({ frontEnd }) => {
      const { deviation } = await frontEnd.judge(atom, section);
      const { picture, ...line } = deviation ?? {};
      if (picture !== undefined)
        await test.info().attach('picture', { body: Buffer.from(picture, 'base64'), contentType: 'image/jpeg' });
      expect(line).toEqual({});
    });
  }
}
