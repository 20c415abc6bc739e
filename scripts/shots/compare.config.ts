import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const shots = join(import.meta.dirname, '../../shots');

// Compares shots/current with shots/previous, pixel by pixel, and shows the differences in shots/report.
export default defineConfig({
  testMatch: 'compare.spec.ts',
  snapshotPathTemplate: join(shots, 'previous', '{arg}{ext}'),
  updateSnapshots: 'none',
  outputDir: join(shots, 'differences'),
  reporter: [['dot'], ['html', { outputFolder: join(shots, 'report'), open: 'never' }]],
});
