import type { DatePollId, MemberId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import { DATE_ANSWERS } from '#contract/sets.ts'
import type { HasDb } from '../../../db/schema.ts'
import { memberIn, memberMail } from '../../../mail/jobs.ts'
import { stopLink } from '../../../mail/mailSwitches.ts'
import type { MailData, MailJob } from '../../../mail/outbox.ts'
import { type Choices, type MailText, renderMail } from '../../../mail/renderMail.ts'
import type { MailDeps, MailWriter, MailWriters } from '../../../mail/worker.ts'
import { sessionsPage } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { dayInSubject, type Reading, readingIn, timeInMail } from '../../../text/time.ts'
import { answerLink } from './answerTokens.ts'
import { listMailablePolls, type MailablePoll } from './pollMailRepository.ts'
import type { OptionRow } from './pollRepository.ts'
import { recipientsOf } from './recipients.ts'

type Spec = {
  readonly text: MailText
  readonly stoppedBy: MailSwitch
  /** The text of a mail about several polls. */
  readonly several?: MailText
  /** Whether the poll still concerns the member when the mail is due. */
  readonly isFor: (poll: MailablePoll, member: MemberId, data: MailData) => boolean
  readonly dates: 'ahead' | 'unanswered'
}

/** Mails to members about date polls of their group, by kind. */
const MAILS = {
  'poll-made': {
    text: 'poll_made',
    stoppedBy: 'planning_mails',
    several: 'polls_made',
    isFor: ({ made_by, unanswered }, member) => made_by !== member && unanswered.length > 0,
    dates: 'ahead',
  },
  'poll-changed': {
    text: 'poll_changed',
    stoppedBy: 'planning_mails',
    isFor: ({ unanswered }) => unanswered.length > 0,
    dates: 'unanswered',
  },
  'poll-reminder': {
    text: 'poll_reminder',
    stoppedBy: 'reminder_mails',
    isFor: ({ hasAnswered, closes_at }, _member, data) =>
      !hasAnswered && closes_at === data['closes'],
    dates: 'ahead',
  },
} as const satisfies Record<string, Spec>

/**
 * One mail for each of the members with an active account.
 * @param data `polls`: ids, separated by commas
 */
export async function pollMails(
  w: HasDb,
  kind: keyof typeof MAILS,
  members: readonly MemberId[],
  data: MailData & { readonly polls: string | number },
): Promise<MailJob[]> {
  const recipients = await recipientsOf(w, members, MAILS[kind].stoppedBy)
  return [...recipients].map((member) => memberMail(kind, member, data))
}

/** Days of a poll without a title that its subject has. */
const DAYS_MAX = 3

const linesOf = (dates: readonly OptionRow[], reading: Reading) =>
  dates.map(({ starts_at, ends_at }) => timeInMail(starts_at, ends_at, reading))

function titleOf({ title, ahead }: MailablePoll, reading: Reading): string {
  if (title !== '') return title
  const days = ahead.map(({ starts_at }) => dayInSubject(starts_at, reading))
  return [...new Set(days)].slice(0, DAYS_MAX).join(', ')
}

const closingOf = ({ closes_at }: MailablePoll, reading: Reading) =>
  timeInMail(closes_at, null, reading)

/** A poll in a mail about several. */
const summaryOf = (poll: MailablePoll, reading: Reading) =>
  [titleOf(poll, reading), ...linesOf(poll.ahead, reading).map((line) => `– ${line}`)].join('\n')

export const pollMailWriters: MailWriters = Object.fromEntries(
  Object.entries<Spec>(MAILS).map(([kind, spec]) => [kind, writer(spec)]),
)

/** Links that answer a poll. */
async function choicesOf(
  deps: MailDeps,
  member: MemberId,
  poll: DatePollId,
  dates: readonly OptionRow[],
  reading: Reading,
): Promise<Choices | undefined> {
  const linkTo = await answerLink(deps, member, { poll })
  const words = deps.kit.current().texts.pages.answer.choices
  return (
    linkTo && {
      page: linkTo(),
      rows: dates.map(({ id, starts_at, ends_at }) => [
        timeInMail(starts_at, ends_at, reading),
        DATE_ANSWERS.map((answer) => [words[answer], linkTo({ id, answer, starts_at })] as const),
      ]),
    }
  )
}

/** A link to the page of each poll. */
async function pagesOf(
  deps: MailDeps,
  member: MemberId,
  polls: readonly MailablePoll[],
  reading: Reading,
): Promise<Choices> {
  const word = deps.kit.current().texts.mail.polls_made.action
  const rows: Choices['rows'][number][] = []
  for (const poll of polls) {
    const linkTo = await answerLink(deps, member, { poll: poll.id })
    if (linkTo !== undefined) rows.push([titleOf(poll, reading), [[word, linkTo()]]])
  }
  return { rows }
}

function writer({ text, stoppedBy, several, isFor, dates }: Spec): MailWriter {
  return async ({ data }, deps) => {
    const { db, clock, settings, kit } = deps
    const member = memberIn(data)
    const ids = String(data['polls'])
      .split(',')
      .map((id) => Number(id) as DatePollId)
    const polls = (await listMailablePolls({ db, now: clock() }, ids, member)).filter((poll) =>
      isFor(poll, member, data),
    )
    const [poll, ...others] = polls
    const unsubscribe = await stopLink(deps, stoppedBy, member)
    if (poll === undefined || unsubscribe === null) return null
    const reading = readingIn(poll.own_zone ?? poll.time_zone, deps)
    return renderMail(kit.current(), others.length > 0 && several ? several : text, {
      to: poll.email,
      values: {
        username: poll.username,
        group: nameInMail(poll.group),
        title: titleOf(poll, reading),
        count: polls.length,
        polls: polls.map((one) => summaryOf(one, reading)).join('\n'),
        dates: linesOf(poll[dates], reading).join('\n'),
        notes: poll.notes,
        maker: nameInMail(poll.maker ?? ''),
        closes: closingOf(poll, reading),
        day: poll.closes_at === null ? '' : dayInSubject(poll.closes_at, reading),
      },
      link: sessionsPage(settings, poll.group_id),
      choices:
        others.length > 0
          ? await pagesOf(deps, member, polls, reading)
          : await choicesOf(deps, member, poll.id, poll[dates], reading),
      unsubscribe,
    })
  }
}
