const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What pages show of the server's operator. `mailsLinks`: the server mails password reset links. */
export type Operator = { contact: string | undefined; mailsLinks: boolean };

export function insertOperator(page: string, { contact, mailsLinks }: Operator): string {
  const html = contact === undefined ? page : insertContact(page, contact);
  return mailsLinks ? html.replace('<meta name="contact"', '<meta name="reset-links" content="mail">$&') : html;
}

function insertContact(page: string, contact: string): string {
  const text = contact.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  const link = `<a href="${URL.canParse(contact) ? '' : 'mailto:'}${text}">${text}</a>`;
  return page
    .replace('<meta name="contact" content=""', () => `<meta name="contact" content="${text}"`)
    .replace(/(?<=<span data-contact="">).*?(?=<\/span>)/s, () => link);
}
