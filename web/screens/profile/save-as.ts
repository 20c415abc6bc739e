/** Gives the user a file, as a download does. */
export function saveAs(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Some browsers read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
