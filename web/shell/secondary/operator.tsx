/** The operator's contact, which the server writes into the page's `meta`, or a hint where to ask for it. */
export function OperatorContact() {
  const meta = import.meta.env.SSR ? null : document.querySelector<HTMLMetaElement>('meta[name="contact"]');
  const contact = meta?.content ?? '';
  return (
    <span data-contact="">
      {contact === '' ? (
        'a sua escola ou a pessoa que passou este endereço a você'
      ) : (
        <a href={URL.canParse(contact) ? contact : `mailto:${contact}`}>{contact}</a>
      )}
    </span>
  );
}
