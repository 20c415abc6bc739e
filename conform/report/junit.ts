import type { Verdict } from '../atom.ts';

export function escapeMarkup(text: string): string {
  // XML has no place for these, even escaped.
  const printable = text.replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, ' ');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** One suite for each section, one case for each sentence. */
export function junit(verdicts: readonly Verdict[]): string {
  const suites = Map.groupBy(verdicts, ({ section }) => section);
  const body = [...suites].map(([name, cases]) => {
    const failures = cases.filter(({ deviation }) => deviation !== undefined).length;
    const rows = cases.map(caseOf).join('');
    return `<testsuite name="${escapeMarkup(name)}" tests="${cases.length}" failures="${failures}">\n${rows}</testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conforme">\n${body.join('')}</testsuites>\n`;
}

function caseOf({ id, says, section, where, seconds, deviation }: Verdict): string {
  const name = `name="${escapeMarkup(`${id} ${says}`)}" classname="${escapeMarkup(section)}" time="${seconds}"`;
  if (deviation === undefined) return `<testcase ${name}/>\n`;
  const message = `esperado: ${deviation.expected}; visto: ${deviation.seen} (especificação ${where})`;
  return `<testcase ${name}><failure message="${escapeMarkup(message)}"/></testcase>\n`;
}
