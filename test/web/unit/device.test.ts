import { expect, test } from 'vitest';
import { deviceOf } from '../../../web/screens/profile/account/device.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0';

test.for([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome no Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0`, 'Edge no Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0`, 'Opera no Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome no ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome no Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox no Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 'Safari no Mac'],
  // The server truncates user agents to 120 characters.
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Mobile/15E1`, 'Safari no iPhone'],
  ['SomethingElse/1.0 (Linux)', 'Outro programa no Linux'],
  ['curl/8.0', 'Aparelho desconhecido'],
  [null, 'Aparelho desconhecido'],
] as const)('names %s "%s"', ([userAgent, device]) => {
  expect(deviceOf(userAgent)).toBe(device);
});
