/** A mistake in the command: its message is one line for the person at the terminal. */
export class UsageError extends Error {}
