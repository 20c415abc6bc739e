import type { Browser, BrowserContextOptions } from '@playwright/test';

export type Storage = BrowserContextOptions['storageState'];
/** What a run has measured, by name. */
export type Figures<Name extends string = string> = Record<Name, number>;

/** A cheap device on a slow network: milliseconds, bytes a second (1.6 Mbit/s), times slower. */
export const SLOWED = { latency: 150, throughput: 200_000, slowdown: 4 };
export const RUNS = 7;

/** A phone, but for its pixels: without a GPU, drawing seven times as many would measure the machine. */
const PHONE = { viewport: { width: 412, height: 823 } };

export function openOnPhone(browser: Browser, storageState?: Storage, network?: typeof SLOWED) {
  return openSlowed(browser, { ...PHONE, ...(storageState && { storageState }) }, network);
}

/** Opens an empty page on the slowed device, with an empty cache. */
export async function openSlowed(browser: Browser, options: BrowserContextOptions, network = SLOWED) {
  const context = await browser.newContext({ locale: 'pt-BR', ...options });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  let total = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (total += encodedDataLength));
  await devTools.send('Network.enable');
  const { latency, throughput, slowdown } = network;
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, bytes: () => total, close: () => context.close() };
}

/** The median of each figure over all runs. */
export function medians<Name extends string>(runs: readonly Figures<Name>[]): Figures<Name> {
  const names = Object.keys(runs[0] ?? {}) as Name[];
  const medianOf = (name: Name) => runs.map((run) => run[name]).toSorted((a, b) => a - b)[runs.length >> 1];
  return Object.fromEntries(names.map((name) => [name, medianOf(name)])) as Figures<Name>;
}
