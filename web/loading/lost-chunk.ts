/** After a failed chunk, true if a reload can help: the server has a newer build, or a retry in this page failed. */
export async function needsReload(retried: boolean): Promise<boolean> {
  const script = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  try {
    const page = await fetch(window.location.href);
    // Some browsers cache a failed import until the page reloads.
    return page.ok && (retried || !(await page.text()).includes(`"${script}"`));
  } catch {
    return false;
  }
}

/** Reloads all style sheets, one of which may have failed: Vite requests each only once. */
export async function refetchStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([type])');
  await Promise.all([...links].map(refetch));
}

function refetch(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => resolve(link.remove()));
    copy.addEventListener('error', () => {
      copy.remove();
      reject(new Error(`Unable to preload CSS for ${link.href}`));
    });
    link.after(copy);
  });
}
