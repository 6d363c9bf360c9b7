import { timeRange } from '#shared/timeRange.ts'
import { optionalText } from '../../mail/table.ts'
import { fillIn } from '../../text/fillIn.ts'
import type { Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
// Mails that wait during an upgrade from 0.6.0 have days and names in English words already.
const dayOf = (text: string, language: string): string =>
  (DAY.test(text) && timeRange(text, null, 'UTC', { language })) || text

/** A day in UTC in the data of a mail. @param timestamp epoch milliseconds */
export const dayInData = (timestamp: number): string => iso(timestamp).slice(0, 10)

/** A day in UTC. */
export const dayInMail = (timestamp: number, language: string): string =>
  dayOf(dayInData(timestamp), language)

/** Names in the data of a mail; none of them has a line break. */
export const namesInData = (names: readonly string[]): string => names.join('\n')

type Values = Readonly<Record<string, string>>
type Read = (value: string, kit: Kit) => string

const day: Read = (value, { language }) => dayOf(value, language)

const names: Read = (value, { texts }) =>
  value.startsWith('“')
    ? value
    : value
        .split('\n')
        .map((name) => fillIn(texts.mail.layout.quoted, { name }))
        .join(', ')

/** Such as "Firefox on Linux"; see `Client`. */
const client: Read = (value, { texts }) => {
  const [, browser, system] = /^(.+) on (.+)$/.exec(value) ?? []
  if (system === undefined) return value
  return fillIn(texts.mail.layout.browser_on_system, { browser, system })
}

/** What notices say, in the data of their mails. */
export const NOTICE_DATA = {
  archive: optionalText(),
  browser: optionalText(),
  codes: optionalText(),
  date: optionalText(),
  days: optionalText(),
  feeds: optionalText(),
  forgot: optionalText(),
  hours: optionalText(),
  kept: optionalText(),
  left: optionalText(),
  name: optionalText(),
  names: optionalText(),
  network: optionalText(),
  new_email: optionalText(),
  passkeys: optionalText(),
  second_step: optionalText(),
}
type NoticeData = { readonly [Name in keyof typeof NOTICE_DATA]?: string }

const READ: Readonly<Record<string, Read>> = {
  date: day,
  second_step: day,
  archive: day,
  passkeys: names,
  names,
  kept: names,
  browser: client,
}
/** What is unknown is said to be. */
const CLIENT = ['browser', 'network']

/** Values of a notice for its reader: the data have days in ISO 8601, and names as lines. */
export const noticeValues = (data: NoticeData, kit: Kit): Values =>
  Object.fromEntries(
    Object.entries(data).map(([name, text]) => {
      if (text === '') return [name, CLIENT.includes(name) ? kit.texts.mail.layout.unknown : '']
      return [name, READ[name]?.(text, kit) ?? text]
    }),
  )
