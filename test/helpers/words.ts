import type { Page } from '@playwright/test';

/** Everything the product says, in Portuguese. A text that is not here is new, or not Portuguese: somebody has to look. */
export const WORDS = new Set([
  // Every screen
  'Trilha',
  'Cadastre-se e mantenha a lista das tecnologias que você conhece, cada uma com o seu nível.',
  'A Trilha precisa de JavaScript para funcionar. Ative-o no navegador e recarregue a página.',
  'Notificações',
  'Avisos',
  'Sucesso',
  'Erro',
  'Informação',
  'Acessibilidade',
  'Privacidade',
  'Meu perfil',
  'API',
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
  'Comece com https://',
  'https://linkedin.com/in/voce',
  'Cadastrar',
  'Login',
  'Nome Obrigatório',
  'Email obrigatório',
  'Email inválido',
  'Senha obrigatória',
  'A senha precisa de no minimo 6 caracteres',
  'A senha precisa de pelo menos 8 caracteres',
  'Esta senha é comum demais: escolha outra',
  'Senha atual, para mudar o email',
  'Mostrar a senha que confirma o email',
  'A senha não pode ser o seu nome ou o seu email',
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
  'O endereço pode ter mudado ou ter algum erro de digitação.',
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

  // Profile
  'Meu perfil · Trilha',
  'Voltar às tecnologias',
  'Partes da página',
  'Sessões',
  'Carregando o seu perfil',
  'Dados',
  'Como você se apresenta. O email serve para entrar na conta e ninguém mais o vê.',
  'Salvar dados',
  'Não foi possível salvar os dados. Confira a sua conexão e tente de novo',
  'Foto',
  'Outras pessoas só veem a sua foto se o seu perfil for público.',
  'PNG, JPEG ou WebP, de qualquer tamanho.',
  'Escolher foto',
  'Arquivo da foto',
  'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP',
  'Usar esta foto',
  'Parte da foto que aparece: as setas movem',
  'Canto de cima, à esquerda: as setas mudam o tamanho',
  'Canto de cima, à direita: as setas mudam o tamanho',
  'Canto de baixo, à esquerda: as setas mudam o tamanho',
  'Canto de baixo, à direita: as setas mudam o tamanho',
  'Escolha a parte que aparece. A foto ainda não foi enviada.',
  'Escolher outra foto',
  'Descartar',
  'Remover foto',
  'Foto salva',
  'Projetos',
  'O que você já fez e onde dá para ver.',
  'Nenhum projeto ainda. Que tal adicionar o mais recente?',
  'Adicionar projeto',
  'Editar Redes',
  'Remover',
  'Remover Redes',
  'Novo projeto',
  'Título',
  'Descrição',
  'Link do projeto',
  'https://meu-projeto.example.com',
  'Título obrigatório',
  'Descrição obrigatória',
  'Link do projeto obrigatório',
  'Salvar projeto',
  'Remover este projeto?',
  'Ele não poderá ser recuperado.',
  'Manter',
  'Projeto removido',
  'Visibilidade',
  'Quem tem o endereço do seu perfil sempre vê o seu nome, o seu módulo e as suas tecnologias. O resto é você quem decide.',
  'Perfil público',
  'Ligado',
  'Desligado',
  'Se você ligar, todos passam a ver também:',
  'Com o perfil público, todos veem também:',
  'a sua foto',
  'a sua bio e o seu contato',
  'os seus projetos',
  'você na lista de pessoas',
  'O seu email nunca aparece. Você pode desligar quando quiser; o efeito é imediato.',
  'Como os outros veem',
  'Agora',
  'Com o perfil público',
  '0 tecnologias',
  '0 projetos',
  '1 projeto',
  'Seu perfil agora é público',
  'Ao alterar a senha, as suas outras sessões são encerradas. Esta continua aberta.',
  'Senha atual',
  'Nova senha',
  'Repetir a nova senha',
  'Mostrar a senha atual',
  'Mostrar a nova senha',
  'Senha atual obrigatória',
  'Nova senha obrigatória',
  'Repita a nova senha aqui',
  'Alterar a senha',
  'Sessões abertas',
  'Onde a sua conta está aberta agora. Se você não reconhecer alguma sessão, encerre as outras e altere a senha.',
  'Carregando as sessões',
  'Chrome no Windows',
  'Aparelho desconhecido',
  'Esta sessão',
  'Aberta em',
  'Último uso em',
  'Encerrar as outras sessões',
  'As outras sessões foram encerradas',
  'Seus dados',
  'São seus: leve uma cópia ou apague tudo quando quiser. Mais sobre isso em',
  '.',
  'Um arquivo com tudo o que guardamos sobre você, para ler ou levar para outro lugar.',
  'Baixar meus dados',
  'A conta e tudo o que há nela, de uma vez e para sempre.',
  'Apagar minha conta',
  'Apagar a conta',
  'Isto apaga na hora, e para sempre:',
  'o seu nome, email, bio, contato e foto',
  'as suas tecnologias e os seus projetos',
  'as suas sessões, em todos os aparelhos',
  'Sua senha',
  'Digite APAGAR para confirmar',
  'Digite a palavra APAGAR',
  'Apagar tudo para sempre',

  // Privacy
  'Privacidade · Trilha',
  'A Trilha guarda só o que precisa para funcionar, e é você quem decide se o seu perfil é público. Não há anúncios, nem rastreadores, nem fontes ou scripts de terceiros.',
  'Por quanto tempo',
  'A conta e o que há nela: até você apagar.',
  'Uma tecnologia excluída: um minuto, para que você possa desfazer.',
  'Uma sessão: até você sair, três dias sem uso ou trinta dias no total.',
  'A contagem de tentativas de login que falharam, de mudanças de email e de cadastros por rede: até um dia, identificada só por um código que não pode ser revertido (hash).',
  'As redes de onde você já entrou, para reconhecer você quando outra pessoa tenta adivinhar a sua senha: até noventa dias, só como um código que não pode ser revertido (hash).',
  'As cópias de segurança, se quem mantém este servidor as faz: até trinta dias.',
  'O que guardamos, e para quê',
  'Nome, email, módulo do curso, bio e contato: para a sua conta e o seu perfil.',
  'Tecnologias, projetos e foto: porque você os adicionou.',
  'Senha: só um código que não pode ser revertido (hash).',
  'Sessões: quando foram abertas e usadas, o navegador e o começo do endereço de rede, para que você reconheça as suas.',
  'No seu navegador: a sessão e o número da sua conta. “Sair” apaga os dois. Não usamos cookies.',
  'A base legal é a execução do contrato com você (LGPD, art. 7º, V): sem esses dados não há conta. Eles não são vendidos nem usados para outra coisa.',
  'Quem vê',
  'Quem tem o endereço do seu perfil: o seu nome, o seu módulo e as suas tecnologias.',
  'Todos, só com “Perfil público” ligado: também a foto, a bio, o contato e os projetos, e você aparece na lista de pessoas. Ao desligar, isso deixa de aparecer na hora.',
  'O seu email e a sua senha: ninguém mais, nunca.',
  'Seus direitos',
  'A LGPD (arts. 18 e 19) garante estes direitos, e você os exerce na página',
  ', sem pedir a ninguém:',
  'Acesso e portabilidade: “Baixar meus dados” entrega tudo em um arquivo.',
  'Correção: você pode mudar os seus dados a qualquer momento.',
  'Eliminação: “Apagar minha conta” apaga tudo na hora.',
  'Para qualquer outra questão, fale com quem mantém este servidor:',
  'a sua escola ou a pessoa que passou este endereço a você',
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
