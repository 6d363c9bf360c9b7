import { type ComponentProps, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstEvent, FirstSteps as Steps } from '#contract/calendar.ts'
import type { Preferences } from '#contract/profile.ts'
import { zoneName } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { ItemLink } from '../calendar/next/NextPanel.tsx'
import { MailSwitches, sentOf, switchesIn, TimeZoneSelect } from './Preferences.tsx'

type Props = { preferences: Preferences }

/** Time zone and mails in one step. The browser suggests the zone; the row is gone once one is saved. */
function FirstPreferences({ preferences }: Props) {
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
  const [save] = profileApi.useSavePreferencesMutation()
  const initial: Preferences = { ...sentOf(preferences), time_zone: readerTimeZone() }
  const form = useForm({ initial })
  return (
    <Form
      form={form}
      aria-label={t('first.preferences')}
      onSubmit={async (chosen) => void (await save(chosen))}
      className="flex w-full flex-col items-start gap-4"
    >
      <TimeZoneSelect
        value={form.values.time_zone ?? null}
        onChange={(time_zone) => form.set({ time_zone })}
      />
      <MailSwitches names={switchesIn(preferences)} value={form.values} onChange={form.set} />
      <Submit of={form} variant="secondary">
        {t('dashboard.save')}
      </Submit>
    </Form>
  )
}

/** What a member without groups can begin with, in rows like those of "Coming up". */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [hide, { isLoading }] = profileApi.useHideFirstStepsMutation()
  return (
    <section aria-labelledby={titleId}>
      <div className="flex min-h-tap items-center justify-between gap-4">
        <h3 id={titleId} className="text-lg font-semibold">
          {t('first.title')}
        </h3>
        <Button variant="quiet" busy={isLoading} onClick={() => void hide(steps.preferences)}>
          {t('first.hide')}
        </Button>
      </div>
      <div className="rounded border border-line bg-vellum px-3 sm:px-4">
        <ul aria-labelledby={titleId}>
          {steps.events.map((event) => (
            <Step
              key={event.content_id}
              to={`/discordia/news/${event.content_id}#registration`}
              icon="calendar"
              title={event.title}
              facts={<EventFacts event={event} />}
            />
          ))}
          <Step to="/discordia/rules" icon="book" title={t('first.rules')} />
          {!steps.has_entry && (
            <Step to="/discordia/world#new-entry" icon="pencil" title={t('first.entry')} />
          )}
        </ul>
        {steps.preferences.time_zone === null && (
          <div className="border-t border-line">
            <FirstPreferences preferences={steps.preferences} />
          </div>
        )}
      </div>
    </section>
  )
}

const Step = (props: Omit<ComponentProps<typeof ItemLink>, 'isShort'>) => (
  <li className="flex items-center border-line not-first:border-t">
    <ItemLink {...props} isShort={false} />
  </li>
)

function EventFacts({ event: { starts_at, ends_at, left } }: { event: FirstEvent }) {
  const { t } = useTranslation()
  return (
    <>
      <TimeSpan start={starts_at} end={ends_at} />
      <span>{' · '}</span>
      <span>{t('first.seats', { count: left })}</span>
    </>
  )
}
