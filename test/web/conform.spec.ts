import { test as base, expect } from '@playwright/test';
import { Api } from '../../conform/api.ts';
import { SECTIONS } from '../../conform/atoms/all.ts';
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

for (const section of SECTIONS) {
  for (const atom of section.atoms) {
    test(`${atom.says} (${atom.id})`, async ({ frontEnd }) => {
      const { deviation } = await frontEnd.judge(atom, section);
      const { picture, ...line } = deviation ?? {};
      if (picture !== undefined)
        await test.info().attach('picture', { body: Buffer.from(picture, 'base64'), contentType: 'image/jpeg' });
      expect(line).toEqual({});
    });
  }
}
