import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded into servers whose tests are not about passwords: a hash of the real cost takes a core for 30 ms.
const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1, parallelism: 1 }, callback);
syncBuiltinESMExports();
