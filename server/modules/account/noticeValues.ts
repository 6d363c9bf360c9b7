import { timeRange } from '#contract/timeRange.ts'
import type { MailData } from '../../mail/outbox.ts'
import { fillIn } from '../../text/fillIn.ts'
import type { Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
// Mails that wait during an upgrade from 0.6.0 have days and names in English words already.
const dayOf = (text: string): string => (DAY.test(text) && timeRange(text, null, 'UTC')) || text

/** A day in UTC in the data of a mail. @param timestamp epoch milliseconds */
export const dayInData = (timestamp: number): string => iso(timestamp).slice(0, 10)

/** A day in UTC. */
export const dayInMail = (timestamp: number): string => dayOf(dayInData(timestamp))

/** Names in the data of a mail; none of them has a line break. */
export const namesInData = (names: readonly string[]): string => names.join('\n')

type Values = Readonly<Record<string, string>>
type Words = Kit['texts']['mail']['layout']
type Read = (value: string, words: Words) => string

const names: Read = (value, { quoted }) =>
  value.startsWith('“')
    ? value
    : value
        .split('\n')
        .map((name) => fillIn(quoted, { name }))
        .join(', ')

const READ: Readonly<Record<string, Read>> = {
  date: dayOf,
  second_step: dayOf,
  archive: dayOf,
  passkeys: names,
  names,
  kept: names,
}
/** What is unknown is said to be. */
const CLIENT = ['browser', 'network']

/** Values of a notice for its reader: the data have days in ISO 8601, and names as lines. */
export const noticeValues = (data: MailData, { texts }: Kit): Values =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const [text, { layout }] = [String(value), texts.mail]
      if (text === '') return [name, CLIENT.includes(name) ? layout.unknown : '']
      return [name, READ[name]?.(text, layout) ?? text]
    }),
  )
