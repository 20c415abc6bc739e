import { channel } from 'node:diagnostics_channel';

/** Published: the code of each refusal that is sent. */
export const refusals = channel('trilha:refusal');
