import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/profile.ts'
import { zoneName } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useSavePreferencesMutation } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { MailSwitches } from './MailSwitches.tsx'
import { sentOf, switchesIn } from './preferences.ts'
import { TimeZoneSelect } from './TimeZoneSelect.tsx'

type Props = { preferences: Preferences }

/** Time zone and mails in one step. The browser suggests the zone; the row is gone once one is saved. */
export function FirstPreferences({ preferences }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <SummaryRow
      name="first"
      level={4}
      title={t('first.preferences')}
      fact={zoneName(readerTimeZone(), language)}
      hint={t('settings.set_up')}
    >
      <PreferencesForm preferences={preferences} />
    </SummaryRow>
  )
}

function PreferencesForm({ preferences }: Props) {
  const { t } = useTranslation()
  const [save] = useSavePreferencesMutation()
  const initial: Preferences = { ...sentOf(preferences), time_zone: readerTimeZone() }
  const form = useForm({ initial })
  return (
    <Form
      form={form}
      aria-label={t('first.preferences')}
      onSubmit={async (chosen) => {
        await save(chosen)
        return undefined
      }}
      className="flex w-full flex-col items-start gap-4"
    >
      <TimeZoneSelect
        value={form.values.time_zone ?? null}
        onChange={(time_zone) => form.set({ time_zone })}
      />
      <MailSwitches names={switchesIn(preferences)} value={form.values} onChange={form.set} />
      <Button type="submit" busy={form.isBusy}>
        {t('dashboard.save')}
      </Button>
    </Form>
  )
}
