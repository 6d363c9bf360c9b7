import { timeRange } from '#contract/timeRange.ts'
import type { MailData } from '../../mail/outbox.ts'
import { fillIn } from '../../text/fillIn.ts'
import type { Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'

/*
 * Values of security notices are stored without words of a language, and worded when the mail is sent. Rows of an older
 * version hold English words, which stay.
 */

/** A day in UTC, as a value. */
export const dateOf = (timestamp: number): string => iso(timestamp).slice(0, 10)

/** A day in UTC, in words. */
export const dayInMail = (timestamp: number, language: string): string =>
  wordedDate(dateOf(timestamp), { language })

/** An unknown browser or network. */
export const UNKNOWN = 'unknown'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const wordedDate = (date: string, { language }: Pick<Kit, 'language'>): string =>
  (DATE.test(date) && timeRange(date, null, 'UTC', { language })) || date

function wordedNames(names: string, { texts }: Kit): string {
  if (!names.startsWith('[')) return names
  const { name_in_list } = texts.mail.layout
  return (JSON.parse(names) as string[]).map((name) => fillIn(name_in_list, { name })).join(', ')
}

/** @param client see `Client` */
function wordedClient(client: string, { texts }: Kit): string {
  const { browser_on_system, unknown } = texts.mail.layout
  if (client === UNKNOWN) return unknown
  const [, browser, system] = /^(.+) on (.+)$/.exec(client) ?? []
  return system === undefined ? client : fillIn(browser_on_system, { browser, system })
}

const WORDINGS: Readonly<Record<string, (value: string, kit: Kit) => string>> = {
  date: wordedDate,
  second_step: wordedDate,
  archive: wordedDate,
  passkeys: wordedNames,
  names: wordedNames,
  kept: wordedNames,
  browser: wordedClient,
  network: wordedClient,
}

/** The values of a notice in the language of its reader. */
export const wordsOf = (kit: Kit, values: MailData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      WORDINGS[name]?.(String(value), kit) ?? String(value),
    ]),
  )
