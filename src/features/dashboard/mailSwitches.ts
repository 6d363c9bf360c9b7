import { MAIL_SWITCHES, type MailSwitch } from '#contract/profile.ts'
import type { Preferences } from '#contract/schemas/profile.ts'

/** The switches of a form, in its order. A server knows those that it sends. */
export const switchesIn = (saved: Preferences): (MailSwitch | 'email_notifications')[] => [
  'email_notifications',
  ...MAIL_SWITCHES.filter((name) => typeof saved[name] === 'boolean'),
]

/** What is saved: nothing that the server does not know. */
export function editedSwitches(saved: Preferences, draft: Partial<Preferences>): Preferences {
  const edited = { ...saved, ...draft }
  const { email_notifications } = edited
  return switchesIn(saved).reduce<Preferences>((all, name) => ({ ...all, [name]: edited[name] }), {
    email_notifications,
  })
}
