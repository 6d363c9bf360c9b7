import { useFeature } from '#src/store/account/useFeature.ts'
import { useKeptFocus } from '#src/ui/useKeptFocus.ts'
import { EmailSection } from '../account/credentials/EmailSection.tsx'
import { PasswordSection } from '../account/credentials/PasswordSection.tsx'
import { PasskeysSection } from '../account/passkeys/PasskeysSection.tsx'
import { DeletionSection } from '../account/personal-data/DeletionSection.tsx'
import { MyDataSection } from '../account/personal-data/MyDataSection.tsx'
import { StepUpDialog } from '../account/second-factor/StepUpDialog.tsx'
import { TwoStepSection } from '../account/second-factor/TwoStepSection.tsx'
import { SecurityLogSection } from '../account/security-log/SecurityLogSection.tsx'
import { SessionsSection } from '../account/sessions/SessionsSection.tsx'
import { CalendarSection } from '../calendar/CalendarSection.tsx'

/** Settings that the profile announces besides the specified ones (ruling 62). */
export function SettingsSections() {
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
