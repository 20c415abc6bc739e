/** Whoever runs this server: the contact that the server has written into the page, else whom to ask for it. */
export function Operator() {
  const contact = readContact();
  return (
    // The server fills this element where a page was drawn at build time.
    <span data-contact="">
      {contact === '' ? (
        'a sua escola ou a pessoa que passou este endereço a você'
      ) : (
        <a href={URL.canParse(contact) ? contact : `mailto:${contact}`}>{contact}</a>
      )}
    </span>
  );
}

function readContact(): string {
  if (import.meta.env.SSR) return '';
  return document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? '';
}
