import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Preferences } from '#contract/profile.ts'
import { ownName } from '#src/platform/intl.ts'
import { announcedLanguages } from '#src/platform/languages.ts'
import { accountApi } from '#src/store/account/api.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { Late } from '#src/ui/Late.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import {
  EventKinds,
  MailSwitches,
  type SettingsGroup,
  sentOf,
  settingsGroups,
  switchesIn,
  TimeZoneSelect,
} from './Preferences.tsx'

type LanguageSelectProps = {
  /** Two letters. */
  value: string
  onChange: (language: string) => void
}

/** The language of emails, calendar links and archives: one of those that the site is served in. */
function LanguageSelect({ value, onChange }: LanguageSelectProps) {
  const { t } = useTranslation()
  const languages = new Set([value, ...announcedLanguages().split(' ')].filter(Boolean))
  return (
    <Select
      label={t('language.of_mails')}
      hint={t('language.of_mails_hint')}
      value={value}
      options={[...languages].sort().map((one) => ({ value: one, label: ownName(one) }))}
      onChange={onChange}
      className="w-full sm:max-w-md"
    />
  )
}

export type SettingsDraft = Partial<Preferences>
type Props = { draft: SettingsDraft; onEdit: (draft: SettingsDraft) => void }

const loadSections = async () =>
  (await import(/* webpackChunkName: "account-security" */ './SettingsSections.tsx'))
    .SettingsSections

export function SettingsTab(props: Props) {
  const { t } = useTranslation()
  const result = profileApi.useGetPreferencesQuery()
  // The profile announces the parts around the form. Waiting for it prevents a layout shift.
  const { data: profile, isLoading: isUnknown } = accountApi.useGetProfileQuery()
  const groups = settingsGroups(profile)
  const isWhole = groups.length > 0
  const rest = <SkeletonBars count={10} />

  return (
    <section>
      <h2 id="settings-heading" className="mb-3 text-xl font-semibold">
        {t('dashboard.settings')}
      </h2>
      <LoadState
        result={isUnknown ? { ...result, data: undefined, error: undefined } : result}
        skeleton={isWhole || isUnknown ? rest : <SkeletonBars count={2} />}
      >
        {(saved) =>
          isWhole ? (
            <div className="lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-10">
              <Index groups={groups} />
              <div>
                <h3
                  id="settings-notifications"
                  tabIndex={-1}
                  className="scroll-mt-24 text-lg font-semibold outline-none max-lg:sr-only"
                >
                  {t('settings.notifications')}
                </h3>
                <SettingsForm saved={saved} {...props} />
                <Late load={loadSections} props={{ groups }} waiting={rest} />
              </div>
            </div>
          ) : (
            <SettingsForm saved={saved} {...props} />
          )
        }
      </LoadState>
    </section>
  )
}

/** Links to the parts of the tab, on wide screens. */
function Index({ groups }: { groups: readonly SettingsGroup[] }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  return (
    <nav aria-label={t('settings.index')} className="-mt-2 max-lg:hidden">
      <ul className="sticky top-24 font-sans text-ui">
        {(['notifications', ...groups] as const).map((name) => (
          <li key={name}>
            <Link
              to={{ search: `?${query}`, hash: `#settings-${name}` }}
              replace
              className="flex min-h-tap items-center text-ink-soft hover:text-ink hover:underline"
            >
              {t(`settings.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SettingsForm({ saved, draft, onEdit }: Props & { saved: Preferences }) {
  const { t } = useTranslation()
  const [save] = profileApi.useSavePreferencesMutation()
  const values = sentOf({ ...saved, ...draft })
  const form = useForm({ values, onEdit })
  // The others, and the time zone, are in a row that opens.
  const more = switchesIn(saved).filter((name) => name !== 'email_notifications')
  const on = more.filter((name) => values[name])
  const { language } = values

  return (
    <Form
      form={form}
      aria-labelledby="settings-heading"
      onSubmit={async (preferences) => void (await save(preferences))}
      className="flex flex-col items-start gap-4"
    >
      <MailSwitches names={['email_notifications']} value={values} onChange={form.set} />
      {values.email_notifications && saved.kinds_of_events && (
        <EventKinds kinds={saved.kinds_of_events} chosen={values.event_kinds} onChange={form.set} />
      )}
      {(more.length > 0 || values.time_zone !== undefined || language !== undefined) && (
        <div className="w-full">
          <SummaryRow
            name="emails"
            level={4}
            title={t(language === undefined ? 'settings.emails' : 'settings.emails_language')}
            fact={
              more.length > 0
                ? t('settings.emails_on', { on: on.length, all: more.length })
                : (values.time_zone ?? t('dashboard.time_zone_automatic'))
            }
            hint={t('settings.change')}
          >
            <MailSwitches names={more} value={values} onChange={form.set} />
            {language !== undefined && (
              <LanguageSelect value={language} onChange={(one) => form.set({ language: one })} />
            )}
            {values.time_zone !== undefined && (
              <TimeZoneSelect
                value={values.time_zone}
                onChange={(time_zone) => form.set({ time_zone })}
              />
            )}
            <MailSwitches names={['busy_times']} value={values} onChange={form.set} />
          </SummaryRow>
        </div>
      )}
      <div className="flex items-center gap-4">
        <Submit of={form}>{t('dashboard.save')}</Submit>
        {!isSame(values, saved) && (
          <p className="font-sans text-sm text-ink-soft">{t('dashboard.not_saved')}</p>
        )}
      </div>
    </Form>
  )
}

const isSame = (a: Preferences, b: Preferences): boolean =>
  (
    [
      ...switchesIn(b),
      'busy_times',
      'weekly_mails',
      'event_kinds',
      'time_zone',
      'language',
    ] as const
  ).every((name) => String(a[name]) === String(b[name]))
