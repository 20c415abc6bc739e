import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import * as limits from '#contract/limits.ts';
import { joinNouns, profileNouns, publicNouns } from '../messages.ts';
import { inWords } from '../components/secondary/number-words.ts';
import { OperatorContact } from '../shell/secondary/operator.tsx';
import { TextPage } from '../shell/secondary/text-page.tsx';

const ACCOUNT_DATA = joinNouns(Object.values(profileNouns));
const PUBLIC_DATA = joinNouns(['a foto', ...Object.values(publicNouns).map(({ noun }) => noun), 'os projetos']);

export function Privacy() {
  return (
    <TextPage heading="Privacidade">
      <p>
        A Trilha guarda só o que precisa para funcionar, e é você quem decide se seu perfil é público. Não há anúncios,
        nem rastreadores, nem fontes ou scripts de terceiros.
      </p>
      <StoredData />
      <Audiences />
      <h2>Por quanto tempo</h2>
      <ul>
        <li>A conta e o que há nela: até você apagar.</li>
        <li>
          {`As mudanças de nível das suas tecnologias: as últimas ${limits.LEVEL_CHANGES_LIMIT.toLocaleString('pt-BR')}, até você apagar a conta.`}
        </li>
        <li>{`Uma tecnologia excluída: ${inWords(limits.UNDO_MINUTES, 'minuto')}, para que você possa desfazer.`}</li>
        <li>
          {`Uma sessão: até você sair, ${inWords(limits.SESSION_IDLE_DAYS, 'dia')} sem uso, se quem mantém este servidor não escolheu outro prazo, ou ${inWords(limits.SESSION_DAYS, 'dia')} no total.`}
        </li>
        <li>{`A lista no seu navegador: até você sair, ou ele notar que a sessão terminou, no máximo ${inWords(limits.SESSION_IDLE_DAYS, 'dia')} depois da última vez que ela abriu com internet.`}</li>
        <li>
          A contagem de tentativas de login que falharam, de alterações de email, de pedidos de link e de cadastros por
          rede: até um dia, identificada só por um código que não pode ser revertido (hash).
        </li>
        <li>
          {`As redes de onde você se cadastrou, entrou ou redefiniu a senha: até ${inWords(limits.KNOWN_NETWORK_DAYS, 'dia')}, só como hash. Servem para reconhecer você quando outra pessoa tenta adivinhar sua senha.`}
        </li>
        <li>{`Sua participação em uma turma: até você sair, ou quem abriu a turma encerrá-la ou apagar a conta; no máximo ${inWords(limits.CLASS_DAYS, 'dia')}.`}</li>
        <li>{`O que aconteceu com sua conta: ${inWords(limits.EVENT_DAYS, 'dia')}, ou até você apagar a conta.`}</li>
        <li>
          {`Um link para redefinir a senha: ${inWords(limits.RESET_HOURS, 'hora')}, só como um código que não pode ser revertido (hash).`}
        </li>
        <li>As cópias de segurança, se quem mantém este servidor as faz: até 30 dias.</li>
      </ul>
      <Rights />
    </TextPage>
  );
}

function StoredData() {
  return (
    <>
      <h2>O que guardamos, e para quê</h2>
      <ul>
        <li>{`${ACCOUNT_DATA[0]?.toUpperCase()}${ACCOUNT_DATA.slice(1)}: para sua conta e seu perfil.`}</li>
        <li>
          Suas tecnologias e as que você destaca, seus projetos e as tecnologias de cada um, e sua foto: porque você os
          adicionou.
        </li>
        <li>
          Como mudou o nível de cada tecnologia, e quando, também das que você excluiu: para mostrar sua evolução a
          você.
        </li>
        <li>As suas turmas, e quando você entrou em cada uma: para que professor e colegas vejam a turma.</li>
        <li>O endereço da sua página, e os que ela teve antes: para que links antigos levem ao novo.</li>
        <li>Senha: só um código que não pode ser revertido (hash).</li>
        <li>
          Se você pedir um link para redefinir a senha, ele vai para seu email pelo servidor de email de quem mantém
          este servidor, onde isso foi configurado.
        </li>
        <li>Sessões: quando foram abertas e usadas, e o navegador, para que você reconheça as suas.</li>
        <li>
          O que aconteceu com sua conta, como logins, senhas erradas e alterações de senha e de email, e quando: para
          que você note o que não foi você.
        </li>
        <li>
          O começo do endereço de rede de cada sessão e de cada acontecimento, para o mesmo fim: ele está em “Baixar
          meus dados”.
        </li>
        <li>
          No seu navegador: a sessão, o identificador (id) da sua conta e a última lista, com o seu nome e módulo, para
          você ler sem internet. “Sair” apaga tudo. Não usamos cookies.
        </li>
      </ul>
      <p>
        A base legal é a execução do contrato com você (LGPD, art. 7º, V): sem esses dados não há conta. Eles não são
        vendidos nem usados para outra coisa.
      </p>
    </>
  );
}

function Audiences() {
  return (
    <>
      <h2>Quem vê</h2>
      <ul>
        <li>
          Quem tem o identificador (id) da sua conta, como quem já esteve em uma turma com você: seu nome, seu módulo e
          suas tecnologias, quando você adicionou e mudou cada uma, e quando a conta foi criada e o perfil mudou.
        </li>
        <li>
          {`Todos, só com “Perfil público” ligado: também ${PUBLIC_DATA}. Eles aparecem na sua página, na lista pública e em /pessoas, onde se procura quem sabe uma tecnologia. Ao desligar, aqui o efeito é imediato. Navegadores podem guardar uma cópia por até ${inWords(limits.PUBLIC_COPY_MINUTES, 'minuto')}, e a da foto por até um ano; prévias em mensagens e resultados de buscadores podem demorar mais.`}
        </li>
        <li>
          Quem está em uma turma com você: seu nome, seu módulo, sua foto, suas tecnologias, quando você entrou e o
          endereço da sua página, se é pública. Quem a abriu também vê quando sua lista mudou, e pode baixar uma
          planilha. Ao sair da turma, aqui o efeito é imediato.
        </li>
        <li>Buscadores, só com “Aparecer em buscadores” ligado: sua página.</li>
        <li>
          Quem abre sua página, só com “Mostrar minha evolução” ligado: quantas tecnologias você tinha em cada nível, e
          quando. Sem isso, a evolução é só sua.
        </li>
        <li>Seu email: só você e quem mantém este servidor. Sua senha: ninguém.</li>
      </ul>
    </>
  );
}

function Rights() {
  return (
    <>
      <h2>Seus direitos</h2>
      <p>
        A LGPD (arts. 18 e 19) garante estes direitos, e você os exerce em{' '}
        <Link to={PAGES.profile.path}>Minha página</Link> e em <Link to={PAGES.account.path}>Conta</Link>, sem pedir a
        ninguém:
      </p>
      <ul>
        <li>
          Acesso e portabilidade: “Baixar meus dados” entrega tudo em um arquivo; “Baixar currículo”, as tecnologias e
          os projetos em um formato que outros sites leem.
        </li>
        <li>Correção: você pode alterar seus dados a qualquer momento.</li>
        <li>Eliminação: “Apagar minha conta” apaga tudo na hora; das cópias de segurança, em até 30 dias.</li>
      </ul>
      <p>
        Para qualquer outra questão, fale com quem mantém este servidor: <OperatorContact />.
      </p>
    </>
  );
}
