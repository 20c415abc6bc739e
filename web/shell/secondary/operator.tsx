/** The operator's contact, which the server writes into the page's `meta`, or a hint where to ask for it. */
export function OperatorContact() {
  const contact = readContact();
  return (
    // On prerendered pages the server fills this element.
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
