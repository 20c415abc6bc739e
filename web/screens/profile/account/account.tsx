import { withScreenCache } from '../../../shell/signed-in/calls.tsx';
import { ResumeSection } from '../resume/resume.tsx';
import { ACCOUNT_SECTIONS } from '../section.tsx';
import { SectionedPage } from '../sectioned-page.tsx';
import { Activity } from './activity.tsx';
import { Email } from './email.tsx';
import { OwnData } from './own-data.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

export const Account = withScreenCache(AccountScreen);

function AccountScreen() {
  return (
    <SectionedPage heading="Conta" what="sua conta" sections={ACCOUNT_SECTIONS}>
      {(user) => (
        <>
          <Email user={user} />
          <Password user={user} />
          <Sessions />
          <Activity />
          <ResumeSection user={user} />
          <OwnData user={user} />
        </>
      )}
    </SectionedPage>
  );
}
