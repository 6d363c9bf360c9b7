import type { Preferences } from '#contract/schemas/profile.ts'

/** Only a server that sends them knows the others. */
const ADDED = ['invite_mails', 'time_zone'] as const

/** The preferences that the server has and a form sends. */
export function sentOf(preferences: Preferences): Preferences {
  const sent: Preferences = { email_notifications: preferences.email_notifications }
  const { invite_mails, time_zone } = preferences
  if (typeof invite_mails === 'boolean') sent.invite_mails = invite_mails
  if (time_zone !== undefined) sent.time_zone = time_zone
  return sent
}

export const isSame = (a: Preferences, b: Preferences): boolean =>
  (['email_notifications', ...ADDED] as const).every((name) => a[name] === b[name])
