import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/schemas/profile.ts'
import { useGetPreferencesQuery, useSavePreferencesMutation } from '#src/store/api/profileApi.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { WhenLoaded } from '../WhenLoaded.tsx'
import { InviteMailSwitch } from './InviteMailSwitch.tsx'

/** Notification settings: one checkbox (SPEC 2). */
export function SettingsTab() {
  const { t } = useTranslation()
  const answer = useGetPreferencesQuery()

  return (
    <section>
      <h2 id="settings-heading" className="mb-3 text-xl font-semibold">
        {t('dashboard.settings')}
      </h2>
      <WhenLoaded answer={answer} rows={2}>
        {(saved) => (
          <>
            <SettingsForm saved={saved} />
            <InviteMailSwitch saved={saved} />
          </>
        )}
      </WhenLoaded>
    </section>
  )
}

function SettingsForm({ saved }: { saved: Preferences }) {
  const { t } = useTranslation()
  const [save, { isLoading }] = useSavePreferencesMutation()
  const [picked, setPicked] = useState<boolean | null>(null)
  const isChecked = picked ?? saved.email_notifications

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLoading) void save({ email_notifications: isChecked })
  }

  return (
    <form
      noValidate
      aria-labelledby="settings-heading"
      onSubmit={handleSubmit}
      className="flex flex-col items-start gap-4"
    >
      <Checkbox
        label={t('dashboard.email_notifications')}
        name="email_notifications"
        checked={isChecked}
        onChange={setPicked}
      />
      <Button type="submit" variant="primary" busy={isLoading}>
        {t('dashboard.save')}
      </Button>
    </form>
  )
}
