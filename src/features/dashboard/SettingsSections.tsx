import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { accountApi } from '#src/store/account/api.ts'
import type { Elements } from '#src/ui/elements.ts'
import { useArrival, useKeptFocus } from '#src/ui/focus.ts'
import { BlocksSection } from '../account/blocks/BlocksSection.tsx'
import { EmailSection, PasswordSection } from '../account/credentials/CredentialsSections.tsx'
import { PasskeysSection } from '../account/passkeys/PasskeysSection.tsx'
import { DeletionSection, MyDataSection } from '../account/personal-data/MyDataSection.tsx'
import { StepUpDialog } from '../account/second-factor/StepUpDialog.tsx'
import { TwoStepSection } from '../account/second-factor/TwoStepSection.tsx'
import { SecurityLogSection } from '../account/security-log/SecurityLogSection.tsx'
import { SessionsSection } from '../account/sessions/SessionsSection.tsx'
import { LetterSection } from '../reports/LetterSection.tsx'
import { featuresIn, type SettingsFeature, type SettingsGroup } from './Preferences.tsx'

/** Rows of each addition. */
const ROWS: Readonly<Record<SettingsFeature, Elements>> = {
  credentials: [<EmailSection key="email" />, <PasswordSection key="password" />],
  passkeys: <PasskeysSection />,
  two_step: <TwoStepSection />,
  sessions: <SessionsSection />,
  security_log: <SecurityLogSection />,
  blocks: <BlocksSection />,
  reports: <LetterSection />,
  my_data: [<MyDataSection key="data" />, <DeletionSection key="deletion" />],
}

/** Settings that the profile announces besides the specified ones (ruling 62). */
export function SettingsSections({ groups }: { groups: readonly SettingsGroup[] }) {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  useKeptFocus()
  useArrival()
  return (
    <>
      {groups.map((group) => (
        <div key={group} className="mt-5">
          <h3
            id={`settings-${group}`}
            tabIndex={-1}
            className="mb-1 scroll-mt-24 text-lg font-semibold outline-none max-lg:sr-only"
          >
            {t(`settings.${group}`)}
          </h3>
          <div className="divide-y divide-line border-y border-line">
            {featuresIn(profile, group).map((feature) => (
              <Fragment key={feature}>{ROWS[feature]}</Fragment>
            ))}
          </div>
        </div>
      ))}
      <StepUpDialog />
    </>
  )
}
