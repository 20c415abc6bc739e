import type { Api } from '../api.ts';
import type { Section } from '../atom.ts';

export const CALLS: Section<Api>[] = [];
export const WHOLE: Section<Api>[] = [];
