import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { elementAt, goToElement } from '#src/platform/viewport.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import type { Elements } from '#src/ui/elements.ts'
import { useKeptFocus } from '#src/ui/focus.ts'
import { EmailSection, PasswordSection } from '../account/credentials/CredentialsSections.tsx'
import { PasskeysSection } from '../account/passkeys/PasskeysSection.tsx'
import { DeletionSection, MyDataSection } from '../account/personal-data/MyDataSection.tsx'
import { StepUpDialog } from '../account/second-factor/StepUpDialog.tsx'
import { TwoStepSection } from '../account/second-factor/TwoStepSection.tsx'
import { SecurityLogSection } from '../account/security-log/SecurityLogSection.tsx'
import { SessionsSection } from '../account/sessions/SessionsSection.tsx'
import type { SettingsGroup } from './Preferences.tsx'

const ROWS: Readonly<Record<SettingsGroup, () => Elements>> = {
  sign_in: SignInRows,
  devices: DeviceRows,
  data: DataRows,
}

/** Settings that the profile announces besides the specified ones (ruling 62). */
export function SettingsSections({ groups }: { groups: readonly SettingsGroup[] }) {
  const { t } = useTranslation()
  useKeptFocus()
  useArrival()
  return (
    <>
      {groups.map((group) => {
        const Rows = ROWS[group]
        return (
          <div key={group} className="mt-6">
            <h3
              id={`settings-${group}`}
              tabIndex={-1}
              className="mb-1 scroll-mt-24 text-lg font-semibold outline-none"
            >
              {t(`settings.${group}`)}
            </h3>
            <div className="divide-y divide-line border-y border-line">
              <Rows />
            </div>
          </div>
        )
      })}
      <StepUpDialog />
    </>
  )
}

/** Moves the view and the focus to the heading or row that a link names. */
function useArrival(): void {
  const location = useLocation()
  useEffect(() => {
    const target = elementAt(location.hash)
    if (target) goToElement(target)
  }, [location])
}

function SignInRows() {
  const hasCredentials = useFeature('credentials')
  return (
    <>
      {hasCredentials && <EmailSection />}
      {hasCredentials && <PasswordSection />}
      {useFeature('passkeys') && <PasskeysSection />}
      {useFeature('two_step') && <TwoStepSection />}
    </>
  )
}

function DeviceRows() {
  return (
    <>
      {useFeature('sessions') && <SessionsSection />}
      {useFeature('security_log') && <SecurityLogSection />}
    </>
  )
}

function DataRows() {
  return (
    <>
      <MyDataSection />
      <DeletionSection />
    </>
  )
}
