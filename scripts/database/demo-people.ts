import type { COURSE_MODULES } from '#contract/choices.ts';
import type { Look } from './portrait.ts';

export type DemoPerson = {
  name: string;
  handle: string;
  course_module: (typeof COURSE_MODULES)[number];
  bio: string;
  look: Look;
  /** By title: how many months ago each level was reached, from the first level on. */
  technologies: Record<string, readonly number[]>;
  /** In the order of creation; `site` and `code` are paths of the links. */
  works: readonly DemoWork[];
};

export type DemoWork = {
  title: string;
  description: string;
  site: string;
  code?: string;
  pinned?: true;
  monthsAgo: number;
  technologies: readonly string[];
};

export const DEMO_PEOPLE: readonly [DemoPerson, ...DemoPerson[]] = [
  {
    name: 'Ana Souza',
    handle: 'ana-souza',
    course_module: 'Segundo módulo (Frontend Avançado)',
    bio: 'Faço telas que funcionam no celular mais barato da turma. Trabalhei cinco anos em restaurante e hoje programo o cardápio.',
    look: { skin: '#c98d66', hair: '#2a1a16', shirt: '#ff577f', wall: '#59323f', style: 'long' },
    technologies: {
      HTML: [11, 10, 7],
      CSS: [11, 9.5, 6],
      Git: [10.5, 8],
      GitHub: [10.5, 7.5],
      JavaScript: [10, 8, 4],
      Figma: [9],
      'Tailwind CSS': [8, 5],
      React: [7, 5, 1.5],
      Vite: [7, 4],
      TypeScript: [5, 2],
      'React Router': [5, 3],
      'Testing Library': [3.5],
      'Node.js': [3],
      Playwright: [2],
      SQL: [1],
    },
    works: [
      {
        title: 'Calculadora de gorjeta',
        description: 'Divide a conta entre amigos, sem cadastro e sem internet.',
        site: 'gorjeta',
        monthsAgo: 9,
        technologies: ['HTML', 'CSS', 'JavaScript'],
      },
      {
        title: 'Cardápio digital',
        description: 'Lista os pratos de um restaurante, calcula a conta e abre em dois segundos numa rede 3G.',
        site: 'cardapio',
        code: 'cardapio',
        pinned: true,
        monthsAgo: 3,
        technologies: ['React', 'TypeScript', 'Tailwind CSS', 'Vite'],
      },
      {
        title: 'Agenda do bairro',
        description: 'Eventos perto de casa, com filtro por data. Quinze testes no navegador.',
        site: 'agenda',
        code: 'agenda-do-bairro',
        monthsAgo: 1,
        technologies: ['React', 'React Router', 'Playwright'],
      },
    ],
  },
  {
    name: 'Bruno Tavares',
    handle: 'bruno-tavares',
    course_module: 'Quarto módulo (Backend Avançado)',
    bio: 'Back-end, café e xadrez. Gosto de banco de dados, de testes e de ler o log até o fim.',
    look: { skin: '#7a4a2f', hair: '#14100f', shirt: '#3fe864', wall: '#1d4d33', style: 'short' },
    technologies: {
      Python: [14, 12, 8],
      Git: [14, 11, 6],
      Linux: [13, 9],
      SQL: [12, 10, 5],
      PostgreSQL: [10, 7, 3],
      Django: [10, 6, 2.5],
      Docker: [8, 4],
      pytest: [8, 5, 2],
      REST: [7, 4],
      JavaScript: [6],
      'Node.js': [5, 2],
      Fastify: [4],
      Redis: [3],
      'GitHub Actions': [2.5, 1],
      NGINX: [2],
      AWS: [1],
    },
    works: [
      {
        title: 'API de receitas',
        description: 'Busca por ingrediente em 40 mil receitas, em menos de 50 ms.',
        site: 'receitas',
        code: 'api-receitas',
        pinned: true,
        monthsAgo: 6,
        technologies: ['Python', 'Django', 'PostgreSQL', 'Docker'],
      },
      {
        title: 'Torneio de xadrez',
        description: 'Emparceira jogadores pelo sistema suíço e guarda cada partida.',
        site: 'xadrez',
        code: 'torneio-xadrez',
        pinned: true,
        monthsAgo: 3,
        technologies: ['Python', 'pytest', 'Redis'],
      },
      {
        title: 'Encurtador de links',
        description: 'Um serviço pequeno, com métricas e implantação automática.',
        site: 'links',
        code: 'encurtador',
        monthsAgo: 1,
        technologies: ['Node.js', 'Fastify', 'GitHub Actions', 'NGINX'],
      },
    ],
  },
  {
    name: 'Dandara Lima',
    handle: 'dandara-lima',
    course_module: 'Terceiro módulo (Introdução ao Backend)',
    bio: 'Designer que aprendeu a programar para entregar o que desenha. Estudo à noite e faço projetos no fim de semana.',
    look: { skin: '#5c3622', hair: '#1b1210', shirt: '#ffd166', wall: '#3a2f5b', style: 'round' },
    technologies: {
      Figma: [8, 7.5, 7],
      HTML: [8, 6.5, 3],
      CSS: [8, 6, 2.5],
      JavaScript: [7, 4],
      Git: [7, 5],
      Sass: [6, 4],
      'Vue.js': [5, 2],
      SVG: [5, 3, 1],
      'Three.js': [3],
      'Node.js': [2.5],
      Express: [2],
      MongoDB: [1.5],
      Storybook: [1],
    },
    works: [
      {
        title: 'Paleta acessível',
        description: 'Escolhe cores com contraste suficiente e explica por quê.',
        site: 'paleta',
        code: 'paleta-acessivel',
        pinned: true,
        monthsAgo: 4,
        technologies: ['Vue.js', 'Sass', 'SVG'],
      },
      {
        title: 'Museu em casa',
        description: 'Uma sala em 3D com vinte obras em domínio público.',
        site: 'museu',
        monthsAgo: 2,
        technologies: ['Three.js', 'JavaScript'],
      },
      {
        title: 'Lista de desejos',
        description: 'Cada visita guarda os itens num servidor próprio.',
        site: 'desejos',
        code: 'lista-de-desejos',
        monthsAgo: 0.7,
        technologies: ['Node.js', 'Express', 'MongoDB'],
      },
    ],
  },
];
