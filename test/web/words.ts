import type { Page } from '@playwright/test';

/** Everything the product says, in Portuguese. A text that is not here is new, or not Portuguese: somebody has to look. */
export const WORDS = new Set([
  // Every screen
  'Trilha',
  'Cadastre-se e mantenha a lista das tecnologias que você conhece, cada uma com o seu nível.',
  'A Trilha precisa de JavaScript para funcionar. Ative-o no navegador e recarregue a página.',
  'Notificações',
  'Avisos',
  'Acessibilidade',
  'Você está sem internet',
  'Fechar notificação',
  'Enviando…',
  'Isso está demorando mais que o normal…',

  // Sign-up
  'Cadastro · Trilha',
  'Crie sua Conta',
  'Rápido e grátis, vamos nessa',
  'Nome',
  'Digite aqui seu nome',
  'Email',
  'Digite aqui seu email',
  'Senha',
  'Digite aqui sua senha',
  'Mínimo de 6 letras ou números',
  'Mostrar o que digitei',
  'Confirmar senha',
  'Repita sua senha',
  'Mostrar a repetição',
  'Módulo do curso',
  'Escolha um módulo',
  'Primeiro Módulo (Introdução ao Front End)',
  'Segundo módulo (Frontend Avançado)',
  'Terceiro módulo (Introdução ao Backend)',
  'Quarto módulo (Backend Avançado)',
  'Bio',
  'Fale sobre você',
  'Contato',
  'https://linkedin.com/in/voce',
  'Cadastrar',
  'Login',
  'Nome Obrigatório',
  'Email obrigatório',
  'Email inválido',
  'Senha obrigatória',
  'A senha precisa de no minimo 6 caracteres',
  'Confirmação de senha obrigatória',
  'A senha deve ser a mesma',
  'Módulo obrigatório',
  'Bio obrigatória',
  'Link do contato obrigatório',
  'Link do contato inválido',
  'No máximo 120 caracteres',

  // Login
  'Login · Trilha',
  'Entrar',
  'Ainda não possui uma conta?',
  'Cadastre-se',
  'Password obrigatório',

  // Dashboard
  'Minhas tecnologias · Trilha',
  'Pular para o conteúdo',
  'Sair',
  'Olá',
  'Olá, Ana Souza',
  'Carregando',
  'Tecnologias',
  'Carregando tecnologias',
  'Não foi possível carregar as suas tecnologias.',
  'Tentar de novo',
  'Você ainda não cadastrou nenhuma tecnologia. Use o botão + para começar.',
  'Adicionar tecnologia',
  '+',
  'Editar',
  'Excluir',
  'Excluir Redes',
  'Redes',
  'Iniciante',
  'Intermediário',
  'Avançado',
  'Sua sessão expirou.',
  'Entrar novamente',

  // Dialogs
  'X',
  'Fechar',
  'Cadastrar Tecnologia',
  'Digite uma tecnolgia',
  'Selecionar status',
  'Escolha um nível',
  'Tecnolgia Obrigatória',
  'Status obrigatório',
  'Você já tem esta tecnologia',
  'Tecnologia Detalhes',
  'Nome do projeto',
  'Status',
  'Salvar Alterações',
  'Deseja excluir a tecnologia?',
  'Sim',
  'Não',

  // Toasts
  'Logado com sucesso',
  'Verifique os dados do login',
  'Cadastro realizado com sucesso',
  'Erro ao realizar o cadastro',
  'Tecnologia cadastrada com sucesso',
  'Erro ao cadastrar a tecnologia',
  'Tecnologia atualizada',
  'Tecnologia não atualizada',
  'Tecnologia deletada com sucesso',
  'Erro ao deletar tecnologia',

  // Where something is wrong
  'Página não encontrada · Trilha',
  'Página não encontrada',
  'O endereço pode ter mudado, ou tem algum erro de digitação.',
  'Voltar ao início',
  'Algo deu errado',
  'Não foi possível mostrar esta página. O que você já salvou está guardado.',
  'Recarregar a página',

  // Beyond the specification
  'Mais',
  'Mais páginas',
  'Desfazer',
  'Você quis dizer',
  '?',
  // The name of a technology, suggested for "Redes".
  'Redis',
  'Tecnologia restaurada',
  'Não foi possível desfazer a exclusão',
  'Filtrar tecnologias',
  'Filtrar',
  'Ordenar',
  'Ordem de cadastro',
  'De A a Z',
  'Maior nível primeiro',
  'Nenhuma tecnologia com esse filtro.',
]);

/**
 * Reads along from now on: answers every text that the page has held, however briefly, those included that only a
 * screen reader or a tooltip says. Call it before the page is opened.
 */
export async function readAlong(page: Page): Promise<() => Promise<string[]>> {
  const heard = new Set<string>();
  await page.exposeFunction('hear', (texts: string[]) => {
    for (const text of texts) heard.add(text);
  });
  await page.addInitScript(() => {
    const said = ['alt', 'title', 'placeholder', 'content', 'label', 'lang'];
    const spoken = ['label', 'description', 'placeholder', 'roledescription', 'valuetext'].map(
      (name) => `aria-${name}`,
    );
    const known = new Set<string>();

    function* texts(): Generator<string> {
      const nodes = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const { parentElement, nodeValue } = nodes.currentNode;
        if (parentElement !== null && !/^(script|style)$/i.test(parentElement.tagName)) yield nodeValue ?? '';
      }
      for (const element of document.querySelectorAll('body *, meta[name=description]')) {
        for (const name of [...said, ...spoken]) yield element.getAttribute(name) ?? '';
      }
    }

    function tell() {
      const news = [...texts()].map((text) => text.trim()).filter((text) => text !== '' && !known.has(text));
      for (const text of news) known.add(text);
      if (news.length > 0) (window as unknown as { hear: (texts: string[]) => void }).hear(news);
    }

    new MutationObserver(tell).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  return async () => {
    // What the page has said already arrives before this answer does.
    await page.evaluate(() => undefined);
    return [...heard];
  };
}
