import Type from 'typebox'
import type { DatePollId } from '#contract/ids.ts'
import { DATE_ANSWERS } from '#contract/sets.ts'
import { listed } from '#shared/lists.ts'
import type { Choices, MailText } from '../../../mail/renderMail.ts'
import { type MailWork, mail, mailTable, type Reader } from '../../../mail/table.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { dayInSubject, type Reading, readingIn, timeInMail } from '../../../text/time.ts'
import { answerChoices, answerLink, zoneNote } from './answerTokens.ts'
import { nameOf } from './mailFacts.ts'
import { pageOf } from './mails.ts'
import { listMailablePolls, type OptionRow } from './pollRepository.ts'

/** `polls`: ids, separated by commas; earlier versions stored a single one as a number. */
const POLLS = { polls: Type.String() }
const CLOSING = { ...POLLS, closes: Type.Integer() }

type Kind<Data> = {
  readonly text: MailText
  readonly several?: MailText
  /** Whether the poll still concerns the member when the mail is due. */
  readonly isFor: (poll: MailablePoll, reader: Reader, data: Data) => boolean
  readonly dates: 'ahead' | 'unanswered'
}

const about = <Data extends { readonly polls: string }>(kind: Kind<Data>) => ({
  async find(w: MailWork, data: Data, reader: Reader): Promise<Found | null> {
    const ids = String(data.polls)
      .split(',')
      .map((id) => Number(id) as DatePollId)
    const polls = (await listMailablePolls(w, ids, reader)).filter((one) =>
      kind.isFor(one, reader, data),
    )
    const [poll] = polls
    if (poll === undefined) return null
    const zone = poll.own_zone ?? reader.time_zone ?? poll.time_zone
    // Below the dates, or beside the only one.
    const reading = { ...readingIn(zone, w), isZoneNamed: true }
    const maker = await nameOf(w, poll.made_by)
    return { poll, polls, reading, dates: poll[kind.dates], maker }
  },
  text: ({ polls }: Found) => (polls.length > 1 && kind.several ? kind.several : kind.text),
  values: ({ poll, polls, reading, dates, maker }: Found) => ({
    group: nameInMail(poll.group),
    title: titleOf(poll, reading),
    count: polls.length,
    date: dates.length === 1 ? linesOf(dates, { ...reading, isZoneNamed: false }).join() : '',
    notes: poll.notes,
    maker,
    closes: timeInMail(poll.closes_at, null, reading),
    day: poll.closes_at === null ? '' : dayInSubject(poll.closes_at, reading),
  }),
  page: ({ poll }: Found) => pageOf(poll.group_id),
  choices: (found: Found, w: MailWork, reader: Reader) =>
    found.polls.length > 1
      ? pagesOf(found, w, reader)
      : answerChoices(w, reader.id, {
          asked: { poll: found.poll.id },
          rows: found.dates,
          isOne: found.dates.length === 1,
          answers: DATE_ANSWERS,
          reading: found.reading,
        }),
})
type Found = {
  readonly poll: MailablePoll
  readonly polls: readonly MailablePoll[]
  readonly reading: Reading
  readonly dates: readonly OptionRow[]
  readonly maker: string
}

/** Mails to members about date polls of their group. */
export const pollMails = mailTable('planning_mails', {
  'poll-made': mail({
    data: POLLS,
    ...about({
      text: 'poll_made',
      several: 'polls_made',
      isFor: ({ made_by, unanswered }, { id }) => made_by !== id && unanswered.length > 0,
      dates: 'ahead',
    }),
  }),
  'poll-changed': mail({
    data: POLLS,
    ...about({
      text: 'poll_changed',
      isFor: ({ unanswered }) => unanswered.length > 0,
      dates: 'unanswered',
    }),
  }),
})
export const pollReminders = mailTable('reminder_mails', {
  'poll-reminder': mail({
    data: CLOSING,
    ...about<{ readonly polls: string; readonly closes: number }>({
      text: 'poll_reminder',
      isFor: ({ hasAnswered, closes_at }, _, { closes }) => !hasAnswered && closes_at === closes,
      dates: 'ahead',
    }),
  }),
})

/** Days of a poll without a title that its subject has. */
const DAYS_MAX = 3

const linesOf = (dates: readonly OptionRow[], reading: Reading) =>
  dates.map(({ starts_at, ends_at }) => timeInMail(starts_at, ends_at, reading))

function titleOf({ title, ahead }: MailablePoll, reading: Reading): string {
  if (title !== '') return title
  const days = [...new Set(ahead.map(({ starts_at }) => dayInSubject(starts_at, reading)))]
  return days.length > DAYS_MAX
    ? `${days.slice(0, DAYS_MAX).join(', ')} …`
    : listed(days, reading.language)
}

const summaryOf = (poll: MailablePoll, reading: Reading) =>
  [poll.title, ...linesOf(poll.ahead, reading).map((line) => `– ${line}`)].join('\n').trim()

async function pagesOf({ polls, reading }: Found, w: MailWork, reader: Reader): Promise<Choices> {
  const word = w.kit.current().texts.mail.poll_made.action
  const rows: Choices['rows'][number][] = []
  for (const poll of polls) {
    const linkTo = await answerLink(w, reader.id, { poll: poll.id })
    if (linkTo !== undefined) rows.push([summaryOf(poll, reading), [{ word, url: linkTo() }]])
  }
  return { rows, note: zoneNote(w, reading) }
}

type MailablePoll = Awaited<ReturnType<typeof listMailablePolls>>[number]
