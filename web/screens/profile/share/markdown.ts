/** A picture that leads to an address, in Markdown (CommonMark, section 6.4). */
export function linkedPicture(picture: { words: string; address: string }, target: string): string {
  // What could end the words, or mean something in them, is taken as it is.
  const words = picture.words.replaceAll(/[\\`*_[\]<>&~|!]/g, String.raw`\$&`);
  return `[![${words}](${picture.address})](${target})`;
}
