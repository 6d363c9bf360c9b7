import { MAIL_SWITCHES, type Preferences, SWITCHES, type Switch } from '#contract/profile.ts'

export type SwitchName = Switch | 'email_notifications'

/** The switches of mails in a form, in its order. A server knows those that it sends. */
export const switchesIn = (preferences: Preferences): SwitchName[] => [
  'email_notifications',
  ...MAIL_SWITCHES.filter((name) => typeof preferences[name] === 'boolean'),
]

/** The preferences that the server has and a form sends. */
export function sentOf(preferences: Preferences): Preferences {
  const { email_notifications, time_zone, language } = preferences
  const sent: Preferences = {
    email_notifications,
    ...(time_zone !== undefined && { time_zone }),
    ...(typeof language === 'string' && { language }),
  }
  for (const name of SWITCHES)
    if (typeof preferences[name] === 'boolean') sent[name] = preferences[name]
  return sent
}

export const isSame = (a: Preferences, b: Preferences): boolean =>
  ([...switchesIn(b), 'busy_times', 'time_zone', 'language'] as const).every(
    (name) => a[name] === b[name],
  )
