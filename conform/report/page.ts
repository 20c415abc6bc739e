import type { Verdict } from '../atom.ts';
import { UNSEEN } from '../atoms/all.ts';
import { escapeMarkup as text } from './junit.ts';
import { scoreOf } from './score.ts';

const STYLE = `
:root { color-scheme: light dark; --edge: light-dark(#d0d7de, #3d444d); --bad: light-dark(#b3261e, #ff8a80); --good: light-dark(#2e7d32, #7ee787) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem } h3 { font-size: 1rem; margin: 0 }
.score { font-size: 2.4rem; font-weight: 700; margin: .25rem 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--edge) }
td:last-child, th:last-child { text-align: right; white-space: nowrap } progress { width: 100%; min-width: 4rem }
article { border: 1px solid var(--edge); border-left: .3rem solid var(--bad); border-radius: .4rem; padding: .8rem 1rem; margin: .8rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .5rem 0 } dt { opacity: .75 } dd { margin: 0; overflow-wrap: anywhere }
img { max-width: 100%; border: 1px solid var(--edge); border-radius: .3rem; margin-top: .4rem } summary { cursor: pointer }
.good { color: var(--good) } .bad { color: var(--bad) } li { margin: .15rem 0 } code { overflow-wrap: anywhere }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .3rem } td:nth-child(2), th:nth-child(2) { display: none } }
`;

/** The id of the first line that each picture belongs to. */
type Pictures = ReadonlyMap<string, string>;

/** The report for a student: one page without any other file. */
export function page(
  verdicts: readonly Verdict[],
  { web, api }: { web: string | undefined; api: string | undefined },
): string {
  const { passed, total } = scoreOf(verdicts);
  const sections = [...Map.groupBy(verdicts, ({ section }) => section)];
  // A page that has nothing of the product gives the same picture each time.
  const pictures = new Map<string, string>();
  for (const { id, deviation } of verdicts) {
    const { picture } = deviation ?? {};
    if (picture !== undefined && !pictures.has(picture)) pictures.set(picture, id);
  }
  const places = [web && `front-end <code>${text(web)}</code>`, api && `API <code>${text(api)}</code>`];
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>conforme ${passed}/${total}</title>
<style>${STYLE}</style>
<h1>Conformidade com a especificação</h1>
<p class="score ${passed === total ? 'good' : ''}">${passed} de ${total}</p>
<p>${places.filter(Boolean).join(' · ')} · ${new Date().toLocaleString('pt-BR')}</p>
<p>${summary(passed, total)}</p>
<h2>Por seção</h2>
<table><tr><th>Seção<th>Parte<th>Conforme</tr>${sections.map(([name, list], index) => row(name, list, index)).join('')}</table>
${sections.map(([name, list], index) => chapter(name, list, index, pictures)).join('')}
${web === undefined ? '' : unseen()}
</html>
`;
}

function summary(passed: number, total: number): string {
  if (passed === total) return 'Tudo o que se vê de fora está como a especificação pede.';
  const rest = total - passed;
  const lines =
    rest === 1 ? 'Falta uma linha da especificação. Ela está' : `Faltam ${rest} linhas da especificação. Elas estão`;
  return `${lines} abaixo: a frase, o que era esperado, o que foi visto e a imagem daquele momento.`;
}

function row(name: string, list: Verdict[], index: number): string {
  const { passed, total } = scoreOf(list);
  const mark = passed === total ? '<span class="good">✓</span>' : '<span class="bad">✗</span>';
  return `<tr><td>${mark} <a href="#s${index}">${text(name)}</a><td><progress value="${passed}" max="${total}" aria-label="${text(name)}"></progress><td>${passed} de ${total}</tr>`;
}

function chapter(name: string, list: Verdict[], index: number, pictures: Pictures): string {
  const good = list.filter(({ deviation }) => deviation === undefined);
  const items = good.map(({ id, says }) => `<li>${id} ${text(says)}`).join('');
  const title = good.length === 1 ? '1 linha conforme' : `${good.length} linhas conformes`;
  const details =
    good.length === 0 ? '' : `<details><summary class="good">${title}</summary><ul>${items}</ul></details>`;
  return `<h2 id="s${index}">${text(name)}</h2>${list.map((verdict) => article(verdict, pictures)).join('')}${details}`;
}

function article({ id, says, where, deviation }: Verdict, pictures: Pictures): string {
  if (deviation === undefined) return '';
  const { expected, seen, picture } = deviation;
  const first = picture === undefined ? undefined : pictures.get(picture);
  const image = `<details open><summary>Imagem do momento</summary><img id="${id}" loading="lazy" alt="A página quando ${id} falhou" src="data:image/jpeg;base64,${picture}"></details>`;
  const other = first === undefined ? '' : `<p>A imagem é <a href="#${first}">a mesma de ${first}</a>.</p>`;
  return `<article><h3>${id} ${text(says)}</h3><dl><dt>Esperado<dd>${text(expected)}<dt>Visto<dd>${text(seen)}<dt>Onde<dd>especificação ${text(where)}</dl>${first === id ? image : other}</article>`;
}

function unseen(): string {
  const items = Object.entries(UNSEEN).map(([id, why]) => `<li>${id}: ${text(why)}`);
  return `<h2>O que não se vê de fora</h2><p>Estas linhas da especificação não entram na conta:</p><ul>${items.join('')}</ul>`;
}
