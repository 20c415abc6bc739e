import * as z from 'zod/mini';
import { Class, ClassChange, ClassForm, ClassJoin, ClassMember, ClassWithRoster, Invitation } from '#contract/class.ts';
import { AccountEvent } from '#contract/event.ts';
import { LevelChange } from '#contract/level-change.ts';
import { EndpointBadge } from '#contract/public/badge.ts';
import { Problem } from '#contract/problem.ts';
import { Resume, ResumeImport, ResumeInput, ResumeItem, RESUME_SCHEMA } from '#contract/resume.ts';
import { LogIn, OpenSession, Session } from '#contract/session.ts';
import { Technology, type TechnologyInput } from '#contract/technology.ts';
import {
  PasswordConfirmation,
  HandleAvailability,
  OwnUser,
  PasswordReset,
  PrivateUser,
  ProfileExport,
  PublicUser,
  ResetLinkRequest,
  PrivateProfile,
  type SignUp,
} from '#contract/user.ts';
import { Work } from '#contract/work.ts';
import type { Compatibility } from '../compatibility.ts';

const TIME = '2026-03-01T12:00:00.000Z';
export const TECHNOLOGY: TechnologyInput = { title: 'TypeScript', status: 'Intermediario' };
const stamps = { created_at: TIME, updated_at: TIME };
const technology = { id: '6f1c8f0e-8a43-4b51-9c70-0c5f2a6f9d11', ...TECHNOLOGY, ...stamps };
const workInput = {
  title: 'Trilha',
  description: 'A lista das tecnologias que eu conheço.',
  deploy_url: 'https://trilha.example',
  repository_url: 'https://github.com/ana-souza/trilha',
  pinned: true,
};
const work = { id: 'b3a2f7c4-5a0e-4f0b-8a6c-3d1c9e2b7f20', ...workInput, technologies: [technology.id], ...stamps };
export const SIGN_UP = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  password: 'senha123',
  bio: 'Aprendo a programar.',
  contact: 'https://example.com/ana',
  course_module: 'Segundo módulo (Frontend Avançado)',
} satisfies SignUp;
const { email, password, ...profile } = SIGN_UP;
const ownUser: OwnUser = {
  id: '2d9b1a52-0d5c-4a0c-a7ab-5f4c1f3d8e77',
  handle: 'ana-souza',
  ...profile,
  email,
  visibility: 'public',
  searchable: false,
  shows_history: false,
  featured: [technology.id],
  techs: [technology],
  works: [work],
  avatar_url: 'https://trilha.example/avatars/9f3c1a52-7d5c-4a0c-a7ab-5f4c1f3d8e77.webp',
  ...stamps,
};
const event = { kind: 'login', actor: 'user', network: '203.0.113.0/24', created_at: TIME };
const levelChange = { technology: { id: technology.id, title: technology.title }, status: 'Intermediario', at: TIME };
const openSession = {
  id: '0a8d7f1e-3c2b-8a41-8f60-1b2c3d4e5f60',
  created_at: TIME,
  last_used_at: TIME,
  user_agent: 'Firefox',
};

const aClass = {
  id: '4c7e2a90-1b3d-4e5f-8a6b-7c8d9e0f1a2b',
  name: 'Turma 12',
  role: 'teacher',
  members: 1,
  code: 'K7MNPQ2X',
  ends_at: '2027-03-01T12:00:00.000Z',
  created_at: TIME,
} as const;
const classMember: ClassMember = {
  id: ownUser.id,
  name: ownUser.name,
  course_module: ownUser.course_module,
  handle: ownUser.handle,
  avatar_url: 'https://trilha.example/avatars/5e0b7c41-2f6a-4d8e-9b1c-3a4d5e6f7081.webp',
  joined_at: TIME,
  techs: [TECHNOLOGY],
  changed_at: TIME,
};

const resumeInput = {
  basics: { summary: profile.bio, url: profile.contact },
  skills: [{ name: technology.title, level: 'Intermediate' }],
  projects: [{ name: work.title, description: work.description, url: work.deploy_url, keywords: [technology.title] }],
};
const resume = {
  $schema: RESUME_SCHEMA,
  ...resumeInput,
  basics: { name: profile.name, ...resumeInput.basics },
  skills: [{ name: technology.title, level: 'Intermediário' }],
  meta: { version: 'v1.0.0', lastModified: TIME },
};
const resumeItem = {
  kind: 'technology',
  name: technology.title,
  reason: 'differs',
  fields: ['status'],
  from: 'Iniciante',
  to: technology.status,
};

/** The example user with the fields of a shape only. Parsing would add 10 ms to the start. */
function fieldsOf({ shape }: { shape: object }) {
  return Object.fromEntries(Object.entries(ownUser).filter(([name]) => name in shape));
}

export function namedSchemas(inputs: Compatibility['inputs']) {
  const token = `tr_${'x'.repeat(43)}`;
  const profileExport = {
    exported_at: TIME,
    user: ownUser,
    former_handles: [{ handle: 'ana-s', left_at: TIME }],
    avatar: null,
    sessions: [{ ...openSession, expires_at: TIME, network: '203.0.113.0/24' }],
    attempts: [{ count: 1, last_at: TIME, expires_at: TIME }],
    events: [event],
    history: [levelChange],
    classes: [{ ...aClass, joined_at: null }],
  };
  const badge = { label: 'TypeScript', message: 'Intermediário', color: '8f3a5c', namedLogo: 'typescript' };
  const hidden = { bio: null, contact: null, works: [], avatar_url: null };
  const problem = { message: ['title is required'], code: 'validation', fields: { title: 'required' } };
  const named = {
    Problem: [Problem, { status: 'error', ...problem }],
    SignUp: [inputs.SignUp, SIGN_UP],
    LogIn: [LogIn, { email, password }],
    Session: [Session, { token, user: ownUser }],
    OpenSession: [OpenSession, { ...openSession, current: true }],
    NewTechnology: [inputs.TechnologyInput, TECHNOLOGY],
    TechnologyChange: [inputs.TechnologyChange, { status: 'Avançado' }],
    Technology: [Technology, technology],
    NewWork: [inputs.WorkInput, { ...workInput, technologies: [] }],
    WorkChange: [inputs.WorkChange, { title: 'Trilha 2' }],
    Work: [Work, work],
    ProfileChange: [inputs.ProfileChange, { bio: 'Já sei programar.', visibility: 'public' }],
    HandleAvailability: [HandleAvailability, { handle: 'ana-souza', available: true }],
    ResetLinkRequest: [ResetLinkRequest, { email }],
    PasswordReset: [PasswordReset, { token, password }],
    EndpointBadge: [EndpointBadge, { schemaVersion: 1, ...badge }],
    AccountEvent: [AccountEvent, event],
    LevelChange: [LevelChange, levelChange],
    NewClass: [ClassForm, { name: aClass.name }],
    ClassChange: [ClassChange, { renew_code: true }],
    ClassJoin: [ClassJoin, { code: 'k7mn pq2x' }],
    Class: [Class, aClass],
    Invitation: [Invitation, { name: aClass.name }],
    ClassMember: [ClassMember, classMember],
    ClassWithRoster: [ClassWithRoster, { ...aClass, roster: [classMember] }],
    Resume: [Resume, resume],
    ResumeToImport: [ResumeInput, resumeInput],
    ResumeItem: [ResumeItem, resumeItem],
    ResumeImport: [ResumeImport, { add: [], change: [resumeItem], keep: [], refuse: [] }],
    PasswordConfirmation: [PasswordConfirmation, { password }],
    OwnUser: [OwnUser, ownUser],
    PublicUser: [PublicUser, fieldsOf(PublicUser)],
    PrivateUser: [PrivateUser, { ...fieldsOf(PrivateProfile), ...hidden }],
    ProfileExport: [ProfileExport, profileExport],
  } as const;
  const schemas = z.registry<{ id: string; examples?: unknown[] }>();
  for (const [id, [schema, example]] of Object.entries(named)) schemas.add(schema, { id, examples: [example] });
  return schemas;
}
