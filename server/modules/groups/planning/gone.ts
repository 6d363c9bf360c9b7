import { memberIn, memberMail } from '../../../mail/jobs.ts'
import { listStoppedMembers, stopLink } from '../../../mail/mailSwitches.ts'
import type { MailData, MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import type { MailWriters } from '../../../mail/worker.ts'
import { siteOf } from '../../../text/kit.ts'
import { mailedSession } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../../text/time.ts'
import type { Work } from '../../../work/work.ts'
import { type Gone, type GoneRow, listMailedSessions } from './goneRepository.ts'

const SESSION_GONE = 'session-gone'
/** Mails of one statement. */
const CHUNK = 300

/**
 * Removes sessions from the calendars of members who leave a group, or lose it or their account. Call it before that:
 * the mails hold all data, since membership, group and account can be gone when they are sent.
 */
export async function mailGoneSessions(
  w: Work,
  gone: Gone & { readonly isBeforeDeletion?: boolean },
): Promise<void> {
  const rows = await listMailedSessions(w, gone)
  const members = rows.map(({ id }) => id)
  const stopped = await listStoppedMembers(w, 'planning_mails', members)
  const wanted = rows.filter(({ id }) => !stopped.has(id))
  const jobs = wanted.map((row) => ({
    ...jobOf(row, w.now),
    ...(gone.isBeforeDeletion && { onceKey: `session-gone:${row.uid}:${row.id}` }),
  }))
  for (let start = 0; start < jobs.length; start += CHUNK) w.mail(jobs.slice(start, start + CHUNK))
}

/** Bulk mail, sent after other mail: a group of fifty with twenty sessions is a thousand. */
const jobOf = (row: GoneRow, now: number): MailJob => {
  const { id, email, zone, rule, planned_at, starts_at, ends_at, ...facts } = row
  const starts = rule === null ? starts_at : planned_at
  const data = {
    ...facts,
    group: nameInMail(row.group),
    title: row.title || nameInMail(row.group),
    zone: zone ?? row.time_zone,
    rule: rule ?? '',
    starts_at: starts,
    ends_at: starts + ends_at - starts_at,
    now,
  }
  return { ...memberMail(SESSION_GONE, { id, email }, data), isBulk: true }
}

const text = (data: MailData, key: string): string => String(data[key] ?? '')
const number = (data: MailData, key: string): number => Number(data[key] ?? 0)

export const goneSessionWriters: MailWriters = {
  async [SESSION_GONE]({ recipient, data }, deps) {
    const { kit } = deps
    const unsubscribe = await stopLink(deps, 'planning_mails', memberIn(data))
    if (unsubscribe === null) return null
    const [starts_at, ends_at] = [number(data, 'starts_at'), number(data, 'ends_at')]
    const username = text(data, 'username')
    const session = {
      uid: text(data, 'uid'),
      // The sequence is newer than that of the last mail, and no newer than that of the next change, should the member
      // come back.
      sequence: number(data, 'sequence') + 1,
      group_name: text(data, 'group'),
      title: text(data, 'title'),
      time_zone: text(data, 'time_zone'),
      rule: text(data, 'rule') || null,
      place: '',
      link: '',
      notes: '',
      created_at: number(data, 'created_at'),
      updated_at: number(data, 'now'),
      cancelled_at: number(data, 'now'),
    }
    const file = mailedSession(
      siteOf(deps),
      session,
      [{ planned_at: starts_at, starts_at, ends_at, cancelled_at: null }],
      { name: username, email: recipient },
    )
    const mail = renderMail(kit.current(), 'session_gone', {
      to: recipient,
      values: {
        username,
        group: text(data, 'group'),
        title: text(data, 'title'),
        date: timeInMail(number(data, 'next_at'), null, readingIn(text(data, 'zone'), deps)),
      },
      unsubscribe,
    })
    return { ...mail, attachments: [file] }
  },
}
