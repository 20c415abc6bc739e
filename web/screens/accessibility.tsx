import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { UNDO_MINUTES } from '#contract/limits.ts';
import { TOAST_MS } from '../components/toast.ts';
import { inWords } from '../components/secondary/number-words.ts';
import { OperatorContact } from '../shell/secondary/operator.tsx';
import { TextPage } from '../shell/secondary/text-page.tsx';

export function Accessibility() {
  return (
    <TextPage heading="Acessibilidade">
      <p>
        A Trilha foi feita para ser usada por todo mundo. Ela segue as Diretrizes de Acessibilidade para Conteúdo Web
        (WCAG) 2.2, nível AA.
      </p>
      <h2>O que você pode esperar</h2>
      <ul>
        <li>Tudo funciona só com o teclado, e o foco está sempre visível.</li>
        <li>Leitores de tela anunciam os erros de cada campo, os avisos e as mudanças de página.</li>
        <li>O texto pode ser ampliado até 400% sem rolagem para os lados.</li>
        <li>As cores têm contraste suficiente, e nenhuma informação depende só de cor.</li>
        <li>
          Se o seu sistema pede menos movimento, nada se move. As cores de alto contraste do sistema também são
          respeitadas.
        </li>
      </ul>
      <h2>Atalhos</h2>
      <dl>
        <dt>
          <kbd>F6</kbd>
        </dt>
        <dd>Leva à notificação mais recente; de novo, volta para onde você estava.</dd>
        <dt>
          <kbd>Ctrl</kbd> + <kbd>Z</kbd>
        </dt>
        <dd>{`Na lista de tecnologias, fora de um campo, desfaz a última exclusão, até ${inWords(UNDO_MINUTES, 'minuto')} depois dela.`}</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Fecha a janela aberta.</dd>
      </dl>
      <p>Nenhum atalho usa uma tecla de letra sozinha.</p>
      <h2>Limites conhecidos</h2>
      <p>
        {`As notificações somem depois de ${inWords(TOAST_MS / 1000, 'segundo')}. `}O tempo deixa de correr enquanto o
        ponteiro ou o foco do teclado está sobre elas.
      </p>
      <p>
        Se algo não funcionar para você, conte a quem mantém este servidor: <OperatorContact />.
      </p>
      <p>
        O que guardamos sobre você está em <Link to={PAGES.privacy.path}>Privacidade</Link>.
      </p>
    </TextPage>
  );
}
