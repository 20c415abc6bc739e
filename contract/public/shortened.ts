/** Cut to `most` characters, the last of which is then an ellipsis. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
