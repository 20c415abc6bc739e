import type { Section } from '../atom.ts';
import type { Visit } from '../front-end/visit.ts';
import { client, forms } from './client.ts';
import { header, list } from './dashboard.ts';
import { dialogs } from './dialogs.ts';
import { purpose } from './look.ts';
import { modals } from './modals.ts';
import { people, routes } from './routes.ts';
import { login, signUp } from './screens.ts';
import { sessions, storage } from './sessions.ts';
import { journeys, technologies } from './technologies.ts';
import { behaviour, catalogue } from './toasts.ts';
import { loginRules, signUpRules, technologyRules } from './validation.ts';
import { constants, values } from './values.ts';

/** All requirements that a browser can observe, in the order of the specification. */
export const SECTIONS: Section<Visit>[] = [
  purpose,
  people,
  journeys,
  behaviour,
  routes,
  signUp,
  login,
  header,
  list,
  dialogs,
  storage,
  sessions,
  modals,
  values,
  loginRules,
  signUpRules,
  technologyRules,
  client,
  forms,
  technologies,
  catalogue,
  constants,
];

/** Requirements that cannot be observed in a browser, each with the reason. */
export const UNSEEN: Record<string, string> = {
  'M-012': 'os nomes da paleta não se veem: podem ser de CSS, de Sass ou de um tema em JavaScript',
  'M-017': 'a propriedade que escolhe as cores do botão está no código',
  'M-133': 'a ausência de outros papéis não se vê numa tela',
  'M-161': 'os cinco tipos de toast são do componente; o produto usa dois',
  'M-162': 'as seis posições são do componente; o produto usa a do alto à direita (M-019)',
};
