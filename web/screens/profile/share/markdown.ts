export function linkedPicture(picture: { words: string; address: string }, target: string): string {
  // Escapes every character with a meaning in Markdown or HTML.
  const words = picture.words.replaceAll(/[\\`*_[\]<>&~|!]/g, String.raw`\$&`);
  return `[![${words}](${picture.address})](${target})`;
}
