const DOMAIN_AND_PATH = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?=[/:?#]|$)\S*$/u;

/** Adds the scheme that "linkedin.com/in/ana" lacks. Undefined for texts that are no address without a scheme. */
export function correctedLink(text: string): string | undefined {
  const link = `https://${text.trim()}`;
  return DOMAIN_AND_PATH.test(text.trim()) && URL.canParse(link) ? link : undefined;
}
