import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/schemas/profile.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { switchesIn } from './preferences.ts'

type Props = { value: Preferences; onChange: (change: Partial<Preferences>) => void }

/** A switch for each kind of mails that the server sends. */
export function MailSwitches({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      {switchesIn(value).map((name) => (
        <Checkbox
          key={name}
          label={t(`dashboard.${name}`)}
          hint={name === 'event_mails' ? t('dashboard.event_mails_hint') : undefined}
          name={name}
          checked={value[name] ?? false}
          onChange={(isOn) => onChange({ [name]: isOn })}
        />
      ))}
    </div>
  )
}
