import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatePollId, GameDateId, GroupId } from '../../contract/ids.ts'
import type { Plan } from '../../contract/planning.ts'
import { DAY_MS, HOUR_MS } from '../../server/config/time.ts'
import { calendarProgram } from '../../test/helpers/server/calendarProgram.ts'
import { deliveredMail, type ReceivedMail } from '../../test/helpers/server/mailbox.ts'
import { calendarsOf } from '../../test/helpers/server/memberCalendars.ts'
import { planningOf } from '../../test/helpers/server/planning.ts'
import type { TestServer, TestUser } from '../../test/helpers/server/startServer.ts'
import { newTokens } from '../../test/helpers/server/testServer.ts'
import { answerByMail, answerPath } from './mailAnswers.ts'

/** What a date should be, by the acts of a test alone. */
export type Known = {
  /** Number of the week by the rule; null: it is of another session. */
  readonly week: number | null
  readonly start: number
  readonly place: string
  readonly host: string | null
  readonly absent: ReadonlySet<string>
  readonly isReminded: boolean
}
type KnownPoll = { readonly closes: number; readonly answered: ReadonlySet<string> }

const STEP_MS = 6 * HOUR_MS
const LENGTH_MS = 3 * HOUR_MS
/** Dates of a plan. */
const SHOWN = 10

/** A group whose members act, and whose mails are counted after each act. */
export function playGroup(
  server: TestServer,
  zones: Readonly<Record<string, string>>,
  horizon: number,
) {
  const calls = planningOf(server)
  const people = new Map<string, Person>()
  const dates = new Map<GameDateId, Known>()
  const polls = new Map<DatePollId, KnownPoll>()
  const present = new Set<string>()
  /** Members who have stopped mails about planning. */
  const stopped = new Set<string>()
  /** Members who have got a mail about every change, and made none. */
  const mailed = new Set<string>()
  const counted = { byMail: 0, recaps: 0 }
  let recap: string | null = null
  let group = 0 as GroupId
  const person = (name: string): Person => {
    const found = people.get(name)
    if (found === undefined) throw new Error(`${name} has no account`)
    return found
  }
  const user = (name: string): TestUser => person(name).user
  const plan = (name: string): Promise<Plan> => calls.read(user(name), group)

  /** Delivers what is due; files of mails are opened by the calendar programs of their recipients. */
  async function delivered(): Promise<ReceivedMail[]> {
    const mails = await deliveredMail(server)
    rmSync(join(server.dataDir, 'mail'), { recursive: true, force: true })
    for (const mail of mails) {
      const [, reader] = [...people].find(([name]) => mail.to.startsWith(`${key(name)}@`)) ?? []
      reader?.mails.push(mail)
      const files = mail.attachments.map(({ text }) => text)
      reader?.program.open(...files)
      reader?.ofMails.open(...files)
    }
    return mails
  }
  const linesOf = (mails: readonly ReceivedMail[]) =>
    mails.map(({ kind, to }) => `${kind} ${to.split('@')[0]}`).sort()
  const knownOf = (id: GameDateId): Known => {
    const known = dates.get(id)
    if (known === undefined) throw new Error(`Date ${id} is unknown`)
    return known
  }
  /** The work of the server's background jobs, by two servers at once. */
  const work = () =>
    Promise.all(
      [1, 2].map(async () => {
        await calls.announce()
        await calls.remindOfPolls()
        await calls.remind()
        await calls.extend()
      }),
    )
  /** Reminders that fall due, which are then known to be sent. */
  function dueReminders(now: number): string[] {
    const due = [...dates].filter(
      ([, { start, isReminded }]) => !isReminded && start > now && start <= now + DAY_MS,
    )
    for (const [id, known] of due) dates.set(id, { ...known, isReminded: true })
    const closing = [...polls].filter(([, { closes }]) => closes <= now + DAY_MS)
    for (const [id] of closing) polls.delete(id)
    const without = (gone: ReadonlySet<string>) => [...present].filter((name) => !gone.has(name))
    return [
      ...due.flatMap(([, { absent }]) => lines('session-reminder', without(absent))),
      ...closing.flatMap(([, { answered }]) => lines('poll-reminder', without(answered))),
    ].sort()
  }
  /** @returns the newest mail to a member that asks for an answer to a date or an option */
  const pathFor = (name: string, id: number) =>
    person(name)
      .mails.map((mail) => answerPath(mail, id))
      .findLast((path) => path !== undefined)
  const aheadAt = (now: number) =>
    [...dates.values()]
      .filter(({ start }) => start + LENGTH_MS > now)
      .sort((a, b) => a.start - b.start)

  async function checkCalendar(name: string, { feed, program, ofMails }: Person, isIn: boolean) {
    const now = server.deps.clock()
    const file = (await server.app.inject(feed)).body
    const shown = (opened: ReturnType<typeof calendarProgram>) =>
      opened.shown(now, horizon).map(({ start, place }) => `${iso(start)} ${place ?? ''}`)
    const expected = isIn ? aheadAt(now).map(({ start, place }) => `${iso(start)} ${place}`) : []
    const calendars = {
      feed: shown(calendarProgram().open(file)),
      both: shown(program.open(file)),
      mails: mailed.has(name) ? shown(ofMails) : expected,
    }
    expect({ name, ...calendars }).toEqual({
      name,
      feed: expected,
      both: expected,
      mails: expected,
    })
  }

  return {
    calls,
    dates,
    polls,
    present,
    stopped,
    mailed,
    counted,
    user,
    plan,
    work,
    knownOf,
    async found(owner: string, ...others: readonly string[]) {
      for (const name of Object.keys(zones)) {
        const added = await server.addUser(name)
        const feed = await calendarsOf(server).feedOf(added)
        people.set(name, {
          user: added,

          feed,
          mails: [],
          program: calendarProgram(),
          ofMails: calendarProgram(),
        })
      }
      for (const name of [owner, ...others]) present.add(name)
      group = await calls.group(user(owner), ...others.map(user))
      return group
    },
    /** Lines of the mails of a kind to all members but some, and but those who have stopped them. */
    others: (kind: string, ...without: readonly string[]) =>
      lines(
        kind,
        [...present].filter((name) => !without.includes(name) && !stopped.has(name)),
      ),
    /** Runs a call that must succeed, and expects these mails and no others. */
    async act(
      call: Promise<{ statusCode: number; body: string }>,
      expected: readonly string[],
    ): Promise<void> {
      const { statusCode, body } = await call
      if (statusCode >= 300) throw new Error(`${statusCode} ${body}`)
      expect(linesOf(await delivered())).toEqual(expected)
    },
    /** The same with the background jobs, after some time. */
    async wait(time: number, expected: readonly string[]): Promise<void> {
      server.passTime(time)
      await work()
      expect(linesOf(await delivered())).toEqual(expected)
    },
    lastMail(name: string): ReceivedMail {
      const mail = person(name).mails.at(-1)
      if (mail === undefined) throw new Error(`${name} has no mail`)
      return mail
    },
    async savePreferences(name: string, payload: object) {
      const account = { ...user(name), username: '', token_version: 0 }
      const { auth: headers } = await newTokens(server.app, server.deps, account)
      const url = '/api/users/preferences/'
      const own = (await server.app.inject({ url: url.slice(0, -1), headers })).json<object>()
      return server.app.inject({ method: 'PUT', url, headers, payload: { ...own, ...payload } })
    },
    know(id: GameDateId, over: Partial<Known>): void {
      dates.set(id, { ...knownOf(id), ...over })
    },
    /** The next reminders begin with this text. */
    remember(text: string): void {
      recap = text
    },
    /** Answers from the newest mail that asks for it, without a login. */
    async answerFromMail(name: string, id: number, answer: string): Promise<void> {
      const { statusCode } = await answerByMail(server, pathFor(name, id) ?? 'none', {
        [id]: answer,
      })
      expect(statusCode).toBe(200)
      counted.byMail += 1
    },
    /** Every member who is no exception says that they come to a date, in the zone of their own or from a mail. */
    async answer(id: GameDateId, byMail: readonly string[], absent: readonly string[]) {
      const known = knownOf(id)
      for (const name of present) {
        const answer = absent.includes(name) ? 'not_coming' : 'coming'
        if (byMail.includes(name) && pathFor(name, id) !== undefined)
          await this.answerFromMail(name, id, answer)
        else {
          const date = { id, starts_at: iso(known.start) }
          const { statusCode } = await calls.answer(user(name), date, answer, zones[name])
          expect(statusCode).toBe(200)
        }
      }
      dates.set(id, { ...known, absent: new Set(absent) })
    },
    /** A day in steps of six hours, with the mails that what is known asks for. */
    async passDay(until: number): Promise<void> {
      while (server.deps.clock() < until) {
        const left = until - server.deps.clock()
        server.passTime(left % STEP_MS || STEP_MS)
        const expected = dueReminders(server.deps.clock())
        await work()
        const mails = await delivered()
        expect(linesOf(mails)).toEqual(expected)
        if (recap === null || mails.length === 0) continue
        for (const { text } of mails) expect(text).toContain(`> ${recap}`)
        recap = null
        counted.recaps += 1
      }
    },
    /** What each member sees, at the site and in calendars, is what the acts have made, and nothing else. */
    async check(): Promise<void> {
      const ahead = aheadAt(server.deps.clock()).map(({ start, place, host }) => ({
        starts_at: iso(start),
        place,
        host,
      }))
      for (const name of present) {
        const { dates: shown } = await plan(name)
        expect(
          shown
            .filter(({ starts_at }) => Date.parse(starts_at) < horizon)
            .map(({ starts_at, place, host }) => ({ starts_at, place, host: host?.name ?? null })),
        ).toEqual(ahead.slice(0, SHOWN))
      }
      for (const [name, one] of people) await checkCalendar(name, one, present.has(name))
    },
  }
}

type Person = {
  readonly user: TestUser
  /** Path of the private calendar. */
  readonly feed: string
  /** All so far, oldest first. */
  readonly mails: ReceivedMail[]
  /** It opens the files of all mails, and the private calendar from time to time. */
  readonly program: ReturnType<typeof calendarProgram>
  /** It opens the files of all mails. */
  readonly ofMails: ReturnType<typeof calendarProgram>
}

const key = (name: string) => name.toLowerCase()
const iso = (time: number) => new Date(time).toISOString()
const lines = (kind: string, names: Iterable<string>) =>
  [...names].map((name) => `${kind} ${key(name)}`).sort()
