import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const current = join(import.meta.dirname, '../../shots/current');

for (const name of readdirSync(current)) {
  test(name, () => {
    expect(readFileSync(join(current, name))).toMatchSnapshot(name, { threshold: 0, maxDiffPixels: 0 });
  });
}
