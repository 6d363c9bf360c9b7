import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventKind } from '#contract/content.ts'
import type { EventKindId } from '#contract/ids.ts'
import {
  MAIL_SWITCHES,
  type Preferences,
  SWITCHES,
  type Switch,
  WEEKLY_MAILS,
  type WeeklyMail,
} from '#contract/profile.ts'
import type { Feature } from '#contract/sets.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { offers } from '#src/store/session/features.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { namesOf } from '#src/ui/form/rules.ts'
import { Select } from '#src/ui/Select.tsx'

type SwitchName = Switch | 'email_notifications'

/** The switches of mails in a form, in its order. A server knows those that it sends. */
export const switchesIn = (preferences: Preferences): SwitchName[] => [
  'email_notifications',
  ...MAIL_SWITCHES.filter((name) => typeof preferences[name] === 'boolean'),
]

/** The preferences that the server has and a form sends. */
export function sentOf(preferences: Preferences): Preferences {
  const { email_notifications, event_kinds, weekly_mails, time_zone, language } = preferences
  const sent: Preferences = {
    email_notifications,
    ...(event_kinds !== undefined && { event_kinds }),
    ...(weekly_mails !== undefined && { weekly_mails }),
    ...(time_zone !== undefined && { time_zone }),
    ...(typeof language === 'string' && { language }),
  }
  for (const name of SWITCHES)
    if (typeof preferences[name] === 'boolean') sent[name] = preferences[name]
  return sent
}

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
        <Fragment key={name}>
          <Checkbox
            label={t(`dashboard.${name}`)}
            hint={name === 'event_mails' ? t('dashboard.event_mails_hint') : undefined}
            name={name}
            checked={value[name] ?? false}
            onChange={(isOn) => onChange({ [name]: isOn })}
          />
          {value[name] && <Weekly name={name} chosen={value.weekly_mails} onChange={onChange} />}
        </Fragment>
      ))}
    </div>
  )
}

type WeeklyProps = Pick<Props, 'onChange'> & {
  name: SwitchName
  chosen: readonly WeeklyMail[] | undefined
}

/** Whether mails that can wait come in one each week. */
function Weekly({ name, chosen, onChange }: WeeklyProps) {
  const { t } = useTranslation()
  const own = WEEKLY_MAILS.find((one) => one === name)
  if (own === undefined || chosen === undefined) return null
  const others = chosen.filter((one) => one !== own)
  return (
    <div className="ms-8">
      <Checkbox
        label={t('dashboard.weekly', { mails: t(`dashboard.weekly_of.${own}`) })}
        name={`weekly_${own}`}
        checked={chosen.includes(own)}
        onChange={(isOn) => onChange({ weekly_mails: isOn ? [...others, own] : others })}
      />
    </div>
  )
}

type KindsProps = Pick<Props, 'onChange'> & {
  kinds: readonly EventKind[]
  /** Null: all events. */
  chosen: readonly EventKindId[] | null | undefined
}

/** The kinds of events that the member gets emails about. */
export function EventKinds({ kinds, chosen, onChange }: KindsProps) {
  const { t } = useTranslation()
  const isOn = (id: EventKindId) => chosen?.includes(id) ?? true
  const change = (changed: EventKindId, isWanted: boolean) => {
    const ids = kinds.map(({ id }) => id)
    onChange({ event_kinds: ids.filter((id) => (id === changed ? isWanted : isOn(id))) })
  }
  return (
    <fieldset className="ms-8">
      <legend className="font-sans text-ui">{t('dashboard.event_kinds')}</legend>
      <Checkbox
        label={t('dashboard.all_event_kinds')}
        hint={t('dashboard.all_event_kinds_hint')}
        checked={chosen == null}
        onChange={(isAll) => onChange({ event_kinds: isAll ? null : [] })}
      />
      {kinds.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={isOn(id)}
          onChange={(isWanted) => change(id, isWanted)}
        />
      ))}
    </fieldset>
  )
}

type TimeZoneSelectProps = {
  /** An IANA name; null: none is chosen. */
  value: string | null
  onChange: (zone: string | null) => void
}

/** The time zone of emails. A zone that this browser does not know is among the options while it is chosen. */
export function TimeZoneSelect({ value, onChange }: TimeZoneSelectProps) {
  const { t } = useTranslation()
  const [known] = useState(timeZones)
  const zones = value === null || known.includes(value) ? known : [value, ...known]
  return (
    <Select
      label={t('dashboard.time_zone')}
      hint={t('dashboard.time_zone_hint')}
      searchLabel={t('dashboard.search_time_zones')}
      emptyText={t('dashboard.no_time_zone_found')}
      value={value}
      options={[
        { value: null, label: t('dashboard.time_zone_automatic') },
        ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      ]}
      onChange={onChange}
      className="w-full sm:max-w-md"
    />
  )
}

/** Groups of rows below the specified form, with the additions that each shows. */
const GROUPS = {
  sign_in: ['credentials', 'passkeys', 'two_step'],
  devices: ['sessions', 'security_log'],
  people: ['blocks', 'reports'],
  data: ['my_data'],
} as const satisfies Record<string, readonly Feature[]>

export type SettingsGroup = keyof typeof GROUPS
export type SettingsFeature = (typeof GROUPS)[SettingsGroup][number]

/** Additions of a group that the profile announces (ruling 62). */
export const featuresIn = (profile: unknown, group: SettingsGroup): SettingsFeature[] =>
  GROUPS[group].filter((feature) => offers(profile, feature))

export const settingsGroups = (profile: unknown): SettingsGroup[] =>
  namesOf(GROUPS).filter((name) => featuresIn(profile, name).length > 0)

/** IANA names that the browser knows, the reader's among them. */
const timeZones = (): string[] => {
  const named = [...Intl.supportedValuesOf('timeZone'), readerTimeZone(), 'UTC']
  return [...new Set(named)].toSorted()
}
