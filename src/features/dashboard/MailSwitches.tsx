import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/schemas/profile.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'

type Props = { value: Preferences; onChange: (change: Partial<Preferences>) => void }

/** A switch for each kind of mails that the server sends. */
export function MailSwitches({ value, onChange }: Props) {
  const { t } = useTranslation()
  const { email_notifications, invite_mails } = value
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={t('dashboard.email_notifications')}
        name="email_notifications"
        checked={email_notifications}
        onChange={(isOn) => onChange({ email_notifications: isOn })}
      />
      {invite_mails !== undefined && (
        <Checkbox
          label={t('dashboard.invite_mails')}
          name="invite_mails"
          checked={invite_mails}
          onChange={(isOn) => onChange({ invite_mails: isOn })}
        />
      )}
    </div>
  )
}
