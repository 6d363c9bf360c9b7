import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/profile.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import type { SwitchName } from './preferences.ts'

type Props = {
  names: readonly SwitchName[]
  value: Preferences
  onChange: (change: Partial<Preferences>) => void
}

/** A switch for each of these kinds of mails, or for another preference, as far as the server has them. */
export function MailSwitches({ names, value, onChange }: Props) {
  const { t } = useTranslation()
  const shown = names.filter((name) => value[name] !== undefined)
  return shown.length === 0 ? null : (
    <div className="flex flex-col gap-2">
      {shown.map((name) => (
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
