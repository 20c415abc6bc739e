import { findBrowser } from './find-browser.mjs';
import { installDependencies, orExplain, projectNode, run } from './set-up.mjs';

await orExplain(async () => {
  await installDependencies();
  process.env['CHROMIUM_PATH'] = await findBrowser();
  process.exit(await run(projectNode(), ['scripts/check.mjs']));
});
