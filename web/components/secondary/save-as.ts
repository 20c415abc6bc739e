export function saveAs(name: string, content: Blob) {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Some browsers read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function fileOf(response: Response, fallback: string): Promise<File> {
  const [, name = fallback] = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return new File([await response.blob()], name);
}
