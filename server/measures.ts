import { channel } from 'node:diagnostics_channel';

// What the server tells whoever listens; the database has its own. Without a listener it costs nothing.

/** Of each queue with a name, as `QueueState`, at each change. */
export const queueStates = channel('trilha:queue');
export type QueueState = { name: string; running: number; waiting: number };

/** The code of each refusal that is sent. */
export const refusals = channel('trilha:refusal');
