export function saveAs(name: string, content: Blob) {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Some browsers read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Throws if the response is neither JSON nor CSV: a proxy may answer with a page. */
export async function fileOf(response: Response, fallback: string): Promise<File> {
  if (!/json|csv/.test(response.headers.get('Content-Type') ?? '')) throw new TypeError('unexpected response body');
  const [, name = fallback] = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return new File([await response.blob()], name);
}
