/** Not `Intl.PluralRules`, whose Brazilian rule would write "0 projeto". */
export function nounFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

export function plural(count: number, one: string, many?: string): string {
  return `${count.toLocaleString('pt-BR')} ${nounFor(count, one, many)}`;
}
