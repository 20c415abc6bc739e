import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { ClassWithRoster } from '#contract/class.ts';
import { PAGES } from '#contract/pages.ts';
import { codeOf } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { longDate } from '../../components/dates.ts';
import { plural } from '../../components/plural.ts';
import { Actions } from '../../components/secondary/actions.tsx';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { reasonOf } from '../../failure.ts';
import { useRequiredSession } from '../../session.ts';
import { Page } from '../../shell/page.tsx';
import { unlessMissing } from '../../shell/secondary/unless-missing.ts';
import { ConfirmationDialog } from '../../shell/signed-in/confirmation-dialog.tsx';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { useAction, withScreenCache } from '../../shell/signed-in/calls.tsx';
import * as api from './api.ts';
import { useClass } from './cached-class.ts';
import styles from './classes.module.css';
import { SEEN_BY_CLASS } from './messages.ts';
import { MissingClass } from './missing-class.tsx';
import { readParameter, useNavigateFromHere } from './paths.ts';
import { People } from './people/people.tsx';
import { TeacherActions } from './teacher/teacher-actions.tsx';
import { skillsOf } from './technologies/skills.ts';
import { Technologies } from './technologies/technologies.tsx';
import { Unknown } from './technologies/unknown.tsx';

export const ClassScreen = withScreenCache(function ClassScreen() {
  const [id] = useState(readParameter);
  const query = useClass(id);
  if (codeOf(query.error) === 'not-found') return <MissingClass />;
  const skeleton = <Skeleton words="Carregando a turma" heights={[9, 30, 20]} />;
  return (
    <Page heading={query.data?.name ?? 'Turma'}>
      <ExpiredSession />
      <Loaded query={query} what="a turma" skeleton={skeleton}>
        {(loaded) => <ClassContent ofClass={loaded} now={query.dataUpdatedAt} />}
      </Loaded>
    </Page>
  );
});

function ClassContent({ ofClass, now }: { ofClass: ClassWithRoster; now: number }) {
  const { roster } = ofClass;
  const skills = useMemo(() => skillsOf(roster), [roster]);
  return (
    <div className={styles.page}>
      <Lead ofClass={ofClass} technologies={skills.length} />
      {skills.length > 0 && (
        <>
          <Technologies skills={skills} title={ofClass.name} />
          <Unknown skills={skills} />
        </>
      )}
      {roster.length > 0 && <People ofClass={ofClass} now={now} />}
    </div>
  );
}

function Lead({ ofClass, technologies }: { ofClass: ClassWithRoster; technologies: number }) {
  const { role, roster, ends_at: endsAt } = ofClass;
  const isTeacher = role === 'teacher';
  return (
    <div className={styles.lead}>
      <p className="summary">
        {roster.length === 0 ? (
          'Ninguém entrou ainda.'
        ) : (
          <>
            <a href="#pessoas">{plural(roster.length, 'pessoa')}</a>
            {technologies > 0 && (
              <>
                , <a href="#tecnologias">{plural(technologies, 'tecnologia')}</a>
              </>
            )}
          </>
        )}
      </p>
      <p className={styles.note}>
        {isTeacher ? 'Você ensina esta turma' : 'Você participa desta turma'}, que termina em{' '}
        {longDate(new Date(endsAt))}. <Link to={PAGES.classes.path}>Minhas turmas</Link>
      </p>
      {isTeacher && roster.length === 0 && (
        <p>Convide por link, QR code ou uma folha impressa. Aqui aparece quem confirmar a participação.</p>
      )}
      {isTeacher ? <TeacherActions ofClass={ofClass} /> : <StudentActions ofClass={ofClass} />}
    </div>
  );
}

function StudentActions({ ofClass: { id, name } }: { ofClass: ClassWithRoster }) {
  const { userId } = useRequiredSession();
  const navigate = useNavigateFromHere();
  const [asks, setAsks] = useState(false);
  const leaving = useAction({
    call: (token) => api.removeMember(token, id, userId).catch(unlessMissing),
    done() {
      navigate(PAGES.classes.path, { replace: true });
      toast.success(`Você não está mais na turma ${name}`);
    },
    failed: (error) => toast.error('Não foi possível deixar a turma', { reason: reasonOf(error) }),
  });

  return (
    <>
      <p className={styles.note}>A turma vê {SEEN_BY_CLASS}. Quem deixa a turma some dela na hora.</p>
      <Actions>
        <Button tone="danger" onClick={() => setAsks(true)}>
          Deixar a turma
        </Button>
      </Actions>
      {asks && (
        <ConfirmationDialog
          title="Deixar a turma?"
          confirm="Deixar"
          cancel="Ficar"
          call={leaving}
          onClose={() => setAsks(false)}
        >
          <p>
            Você some de <b>{name}</b> na hora. Para voltar, precisa do convite.
          </p>
        </ConfirmationDialog>
      )}
    </>
  );
}
