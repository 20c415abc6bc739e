/** Has the browser save a file, as a link to download would. */
export function saveAs(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Some browsers read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves an answer as a file, by the name that it says, else by `fallback`. */
export async function saveAnswer(answer: Response, fallback: string): Promise<void> {
  const [, name = fallback] = /filename="?([^";]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? [];
  saveAs(name, await answer.blob());
}
