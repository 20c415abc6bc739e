import type { Page } from '@playwright/test';

/** English words of interfaces that are no Portuguese words. "Login", "Email", "Password" and "Status" are specified. */
const WORDS =
  /\b(?:sign ?(?:in|up|out)|log (?:in|out)|logout|submit|send|save|close|delete|remove|edit|update|add|create|cancel|back|next|loading|required|invalid|error|success|welcome|hello|your|the|and|with|name|user(?:name)?|confirm|choose|select an?|please|enter|forgot|account|settings|search|show|hide|trash|button|image of|technology|technologies|course module|new)\b/i;

/** The visible texts, alternative texts, labels and tooltips that are English. */
export async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches('script, style, noscript, code'))
        continue;
      for (const node of element.childNodes)
        if (node instanceof Text) found.add(node.data.replaceAll(/\s+/g, ' ').trim());
      for (const name of ['alt', 'aria-label', 'title', 'placeholder']) found.add(element.getAttribute(name) ?? '');
    }
    return [...found].filter((text) => text !== '');
  });
  return texts.filter((text) => WORDS.test(text));
}
