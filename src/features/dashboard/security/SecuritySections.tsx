import { useFeature } from '#src/store/account/useFeature.ts'
import { useKeptFocus } from '#src/ui/useKeptFocus.ts'
import { CalendarSection } from '../calendar/CalendarSection.tsx'
import { PasskeysSection } from '../passkeys/PasskeysSection.tsx'
import { DeletionSection } from '../personal-data/DeletionSection.tsx'
import { MyDataSection } from '../personal-data/MyDataSection.tsx'
import { StepUpDialog } from '../second-factor/StepUpDialog.tsx'
import { TwoStepSection } from '../second-factor/TwoStepSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecurityLogSection } from './SecurityLogSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** What the server offers besides the specified settings, as its profile announces it (ruling 62). */
export function SecuritySections() {
  useKeptFocus()
  const hasCredentials = useFeature('credentials')
  const hasMyData = useFeature('my_data')
  return (
    <>
      {useFeature('two_step') && <TwoStepSection />}
      {useFeature('passkeys') && <PasskeysSection />}
      {hasCredentials && <PasswordSection />}
      {hasCredentials && <EmailSection />}
      {useFeature('sessions') && <SessionsSection />}
      {useFeature('security_log') && <SecurityLogSection />}
      {useFeature('calendar') && <CalendarSection />}
      {hasMyData && <MyDataSection />}
      {hasMyData && <DeletionSection />}
      <StepUpDialog />
    </>
  )
}
