/** Whether a new page can help where a chunk could not be fetched: the app was deployed anew, or trying `again` failed. */
export async function needsNewPage(again: boolean): Promise<boolean> {
  const script = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  try {
    const page = await fetch(window.location.href);
    // Some browsers remember that an import failed.
    return page.ok && (again || !(await page.text()).includes(`"${script}"`));
  } catch {
    return false;
  }
}

/** Asks again for the style sheets, one of which may not have come: Vite asks for each once only. */
export async function refetchStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])');
  await Promise.all([...links].map(refetch));
}

function refetch(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve(link.remove()));
    again.addEventListener('error', () => {
      again.remove();
      reject(new Error(`Unable to preload CSS for ${link.href}`));
    });
    link.after(again);
  });
}
