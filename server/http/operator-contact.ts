const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What a built page is told of its server. */
export type Operator = {
  contact: string | undefined;
  /** Whether whoever has forgotten their password gets a link by mail. */
  mailsLinks: boolean;
};

export function isSilent({ contact, mailsLinks }: Operator): boolean {
  return contact === undefined && !mailsLinks;
}

/** Writes it where the page's script reads it, and the contact where the page names it, too. */
export function withOperator(page: string, { contact, mailsLinks }: Operator): string {
  const told = contact === undefined ? page : withContact(page, contact);
  return mailsLinks ? told.replace('<meta name="contact"', '<meta name="reset-links" content="mail">$&') : told;
}

function withContact(page: string, contact: string): string {
  const text = contact.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  const link = `<a href="${URL.canParse(contact) ? '' : 'mailto:'}${text}">${text}</a>`;
  return page
    .replace('<meta name="contact" content=""', () => `<meta name="contact" content="${text}"`)
    .replace(/(?<=<span data-contact="">).*?(?=<\/span>)/s, () => link);
}
