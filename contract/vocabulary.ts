// Closed lists and limits, apart from the rules that use them: a screen that only shows them loads no rule.

/** The four modules of the course, as they are shown, sent and stored. */
export const COURSE_MODULES = [
  'Primeiro Módulo (Introdução ao Front End)',
  'Segundo módulo (Frontend Avançado)',
  'Terceiro módulo (Introdução ao Backend)',
  'Quarto módulo (Backend Avançado)',
] as const;

/** The three levels of skill, as they are sent and stored; a screen shows the second one with its accent. */
export const SKILL_STATUSES = ['Iniciante', 'Intermediario', 'Avançado'] as const;

/** A password has at least this many letters or digits in all. */
export const PASSWORD_MINIMUM = 6;

/** The server's caps in code points; forms set none. */
export const USER_LIMITS = {
  name: 120,
  email: 254,
  password: 128,
  bio: 2000,
  contact: 2048,
  course_module: 120,
} as const;
export const TECHNOLOGY_LIMITS = { title: 100, status: 40 } as const;
export const WORK_LIMITS = { title: 120, description: 2000, deploy_url: 2048 } as const;

/** How many technologies, and how many works, one person may have. */
export const TECHNOLOGIES_LIMIT = 500;
export const WORKS_LIMIT = 200;

/** The largest picture that is taken, in bytes. */
export const AVATAR_LIMIT = 2 * 1024 * 1024;

/** The last page that can be asked for: far beyond anybody, and exact in any arithmetic. */
export const LAST_PAGE = 999_999_999;
