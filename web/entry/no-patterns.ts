/** In place of wouter's parser of route patterns: `screenAt` finds the screen of an address. */
export function parse(): never {
  throw new Error('No route has a pattern');
}
