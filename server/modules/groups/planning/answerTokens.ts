import type { DateOptionId, DatePollId, GameDateId, MemberId } from '#contract/ids.ts'
import type { DateAnswer, GameAnswer } from '#contract/sets.ts'
import { zoneName } from '#shared/timeRange.ts'
import { API_BASE } from '../../../http/apiBase.ts'
import type { Choices } from '../../../mail/renderMail.ts'
import type { MailWork } from '../../../mail/table.ts'
import type { MailDeps } from '../../../mail/worker.ts'
import { fillIn } from '../../../text/kit.ts'
import { signedTexts } from '../../../text/secrets.ts'
import { type Reading, timeInMail } from '../../../text/time.ts'
import { accountSeal } from '../../account/seal.ts'

/** What a link in a mail asks: whether the member comes on these dates, or which options of a poll suit. */
type Asked = { readonly dates: readonly GameDateId[] } | { readonly poll: DatePollId }
/** An answer that a link proposes, with the start that its mail named. */
type Proposed = {
  readonly id: GameDateId | DateOptionId
  readonly answer: string
  readonly starts_at: number
}
export type Named = { readonly member: MemberId; readonly seal: string; readonly asked: Asked }

/** Field of a form, and parameter of a page, with the start that the reader of a question has seen. */
export const startField = (id: number): string => `s${id}`

export const ANSWER_PATH = '/planning/answer'
/** Dates of one link. */
export const ASKED_MAX = 10

const SHAPE =
  /^([1-9]\d{0,9})\.(?:p([1-9]\d{0,9})|d([1-9]\d{0,9}(?:-[1-9]\d{0,9}){0,9}))\.([\w-]{16})$/

export function answerTokens(jwtSecret: string) {
  const { tokenOf, textIn } = signedTexts(jwtSecret, 'discordia answer from a mail')
  return {
    tokenOf: ({ member, seal, asked }: Named): string =>
      tokenOf(
        [member, 'poll' in asked ? `p${asked.poll}` : `d${asked.dates.join('-')}`, seal].join('.'),
      ),
    /** Null for an invalid token. Whether the seal is that of the account is another question. */
    namedIn(token: string): Named | null {
      const [, member, poll, dates = '', seal = ''] = SHAPE.exec(textIn(token, SHAPE) ?? '') ?? []
      if (member === undefined) return null
      return {
        member: Number(member) as MemberId,
        seal,
        asked:
          poll === undefined
            ? { dates: dates.split('-').map((id) => Number(id) as GameDateId) }
            : { poll: Number(poll) as DatePollId },
      }
    },
  }
}

/** @returns the URL of the page, where the proposed answer is chosen */
type AnswerLink = (proposed?: Proposed) => string

/**
 * Links with which a member answers without a login, for mails to this member alone.
 * @param asked at most `ASKED_MAX` dates, of one group
 * @returns undefined for an account that is not active
 */
export async function answerLink(
  { db, jwtSecret, settings }: Pick<MailDeps, 'db' | 'jwtSecret' | 'settings'>,
  member: MemberId,
  asked: Asked,
): Promise<AnswerLink | undefined> {
  const account = await accountSeal({ db }, jwtSecret, member)
  if (account === undefined) return undefined
  const token = answerTokens(jwtSecret).tokenOf({ member, seal: account.seal, asked })
  const page = `${settings.publicUrl}${API_BASE}${ANSWER_PATH}/${token}`
  return (proposed) =>
    proposed === undefined
      ? page
      : `${page}?${proposed.id}=${proposed.answer}&${startField(proposed.id)}=${proposed.starts_at}`
}

type Answer = DateAnswer | GameAnswer
type Asking = {
  readonly asked: Asked
  /** Those that are shown. */
  readonly rows: readonly {
    readonly id: GameDateId | DateOptionId
    readonly starts_at: number
    readonly ends_at: number
    /** What else is said of this row alone. */
    readonly apart?: string
    readonly mine?: Answer | undefined
  }[]
  /** The mail says elsewhere when it is. */
  readonly isOne: boolean
  readonly answers: readonly Answer[]
  readonly reading: Reading
}

/** The links of a mail that asks: for each date one with each answer. The zone is named once. */
export async function answerChoices(
  w: MailWork,
  member: MemberId,
  { asked, rows, isOne, answers, reading }: Asking,
): Promise<Choices | undefined> {
  const linkTo = await answerLink(w, member, asked)
  if (linkTo === undefined) return undefined
  const { pages } = w.kit.current().texts
  return {
    page: linkTo(),
    rows: rows.map(({ id, starts_at, ends_at, apart, mine }) => {
      const time = timeInMail(starts_at, ends_at, { ...reading, isZoneNamed: true })
      const links = answers.map((answer) => ({
        word: pages.answer.choices[answer],
        url: linkTo({ id, answer, starts_at }),
        isChosen: answer === mine,
      }))
      return [isOne ? '' : apart ? `${time}\n${apart}` : time, links]
    }),
    ...(!isOne && { note: zoneNote(w, reading) }),
  }
}

/** "All times are Vienna time." */
export function zoneNote({ kit }: Pick<MailWork, 'kit'>, { zone, language }: Reading): string {
  const { your_zone } = kit.current().texts.translation.planning
  return fillIn(your_zone, { zone: zoneName(zone, language) })
}
