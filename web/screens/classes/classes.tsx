import { Link, useLocation } from 'wouter';
import { ClassJoin, type Class, type ClassForm } from '#contract/class.ts';
import { useCall } from '../../call.ts';
import { longDate } from '../../components/dates.ts';
import { Field } from '../../components/forms/field.tsx';
import { CallButton } from '../../components/pending.tsx';
import { plural } from '../../components/plural.ts';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { resolverOf } from '../../rules.ts';
import { useValidatedForm } from '../../shell/forms/form.ts';
import { Page } from '../../shell/page.tsx';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { useAction, useCached, useOwnQuery, withScreenCache } from '../../shell/signed-in/calls.tsx';
import { useCreateOnce } from '../../shell/signed-in/create-once.ts';
import * as api from './api.ts';
import { ClassNameForm } from './class-form.tsx';
import styles from './classes.module.css';
import { codeMessages as messages } from './messages.ts';
import { classPath, invitationPath, useNavigateFromHere } from './paths.ts';

const CLASSES = ['classes'];

export const Classes = withScreenCache(function Classes() {
  const query = useOwnQuery(CLASSES, api.listClasses);
  return (
    <Page heading="Minhas turmas">
      <ExpiredSession />
      <div className={styles.page}>
        <Loaded query={query} what="suas turmas" skeleton={<Skeleton words="Carregando suas turmas" />}>
          {(classes) => <List classes={classes} />}
        </Loaded>
        <div className={styles.forms}>
          <UseCode />
          <OpenClass />
        </div>
      </div>
    </Page>
  );
});

function List({ classes }: { classes: Class[] }) {
  if (classes.length === 0) {
    return (
      <section className={styles.card}>
        <p className="summary">Você ainda não está em nenhuma turma.</p>
        <p>
          Em uma turma, quem ensina e quem aprende veem juntos o que cada pessoa sabe e o que falta aprender. Participe
          com o código de um convite, ou abra uma.
        </p>
      </section>
    );
  }
  return (
    <ul className={styles.list}>
      {classes.map(({ id, name, role, members, ends_at: endsAt }) => (
        <li key={id}>
          <Link to={classPath(id)}>{name}</Link>
          <p className={styles.note}>
            {role === 'teacher' ? 'Você ensina' : 'Você participa'} · {plural(members, 'pessoa')} · até{' '}
            {longDate(new Date(endsAt))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function OpenClass() {
  const navigate = useNavigateFromHere();
  const { read } = useCached<Class[]>(CLASSES);
  const call = useCreateOnce({
    create: api.openClass,
    cached: read,
    read: api.listClasses,
    isSame: ({ role, name }, form: ClassForm) => role === 'teacher' && name === form.name,
  });
  const opening = useAction({
    call,
    done: ({ id }) => navigate(classPath(id)),
    failed: 'Não foi possível abrir a turma',
  });
  return (
    <section className={styles.card}>
      <h2>Abrir uma turma</h2>
      <p className={styles.note}>Para quem ensina. Ela termina sozinha em um ano, ou antes, quando você quiser.</p>
      <ClassNameForm name="" submit="Abrir turma" call={opening} />
    </section>
  );
}

const resolver = resolverOf<ClassJoin>(ClassJoin);

function UseCode() {
  const [, navigate] = useLocation();
  const call = useCall({
    call: (form: ClassJoin) => Promise.resolve(form),
    done: ({ code }) => navigate(invitationPath(code)),
    failed: 'Não foi possível abrir o convite',
  });
  const { props, field } = useValidatedForm<ClassJoin>({ resolver, messages, values: { code: '' }, call });
  return (
    <section className={styles.card}>
      <h2>Usar um convite</h2>
      <p className={styles.note}>Antes de participar, você vê o que a turma vai saber de você.</p>
      <form {...props}>
        <Field
          label="Código do convite"
          placeholder="ABCD2345"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
        <CallButton type="submit" call={call}>
          Ver convite
        </CallButton>
      </form>
    </section>
  );
}
