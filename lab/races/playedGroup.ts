import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { GameDateId, GroupId } from '../../contract/ids.ts'
import type { Plan } from '../../contract/schemas/planning.ts'
import { DAY_MS, HOUR_MS } from '../../server/config/time.ts'
import { deliveredMail } from '../../test/helpers/server/mailbox.ts'
import { planningOf } from '../../test/helpers/server/planning.ts'
import type { TestServer, TestUser } from '../../test/helpers/server/startServer.ts'

/** What a date should be, by the acts of a test alone. */
type Known = {
  /** Number of the week by the rule. */
  readonly week: number
  readonly start: number
  readonly place: string
  readonly absent: ReadonlySet<string>
  readonly isReminded: boolean
}

/** A group whose members act, and whose mails are counted after each act. */
export function playGroup(server: TestServer, zones: Readonly<Record<string, string>>) {
  const calls = planningOf(server)
  const people = new Map<string, TestUser>()
  const dates = new Map<GameDateId, Known>()
  const present = new Set<string>()
  let group = 0 as GroupId
  const user = (name: string): TestUser => {
    const found = people.get(name)
    if (found === undefined) throw new Error(`${name} has no account`)
    return found
  }
  const plan = (name: string): Promise<Plan> => calls.read(user(name), group)

  /** Delivers what is due. @returns a line per mail, with its kind and its recipient */
  async function sent(): Promise<string[]> {
    const folder = join(server.dataDir, 'mail')
    const mails = await deliveredMail(server)
    rmSync(folder, { recursive: true, force: true })
    return mails.map(({ kind, to }) => `${kind} ${to.split('@')[0]}`).sort()
  }
  const lines = (kind: string, names: Iterable<string>) =>
    [...names].map((name) => `${kind} ${name.toLowerCase()}`).sort()

  return {
    calls,
    dates,
    present,
    user,
    plan,
    async found(owner: string, ...others: readonly string[]) {
      for (const name of Object.keys(zones)) people.set(name, await server.addUser(name))
      for (const name of [owner, ...others]) present.add(name)
      group = await calls.group(user(owner), ...others.map(user))
      return group
    },
    /** Lines of the mails of a kind to all members but some. */
    others: (kind: string, ...without: readonly string[]) =>
      lines(
        kind,
        [...present].filter((name) => !without.includes(name)),
      ),
    /** Runs a call that must succeed, and expects these mails and no others. */
    async act(
      call: Promise<{ statusCode: number; body: string }>,
      mails: readonly string[],
    ): Promise<void> {
      const { statusCode, body } = await call
      if (statusCode >= 300) throw new Error(`${statusCode} ${body}`)
      expect(await sent()).toEqual(mails)
    },
    sent,
    know(id: GameDateId, over: Partial<Known>): void {
      const known = dates.get(id)
      if (known === undefined) throw new Error(`Date ${id} is unknown`)
      dates.set(id, { ...known, ...over })
    },
    /** Every member who is no exception says that they come to a date, in the zone of their own. */
    async answer(id: GameDateId, ...absent: readonly string[]): Promise<void> {
      const known = dates.get(id)
      if (known === undefined) throw new Error(`Date ${id} is unknown`)
      const starts_at = new Date(known.start).toISOString()
      for (const name of present) {
        const answer = absent.includes(name) ? 'not_coming' : 'coming'
        const { statusCode } = await calls.answer(
          user(name),
          { id, starts_at },
          answer,
          zones[name],
        )
        expect(statusCode).toBe(200)
      }
      dates.set(id, { ...known, absent: new Set(absent) })
    },
    /** A day in steps of six hours, with the mails of reminders that the known dates ask for. */
    async passDay(): Promise<void> {
      for (let step = 0; step < 4; step += 1) {
        server.passTime(6 * HOUR_MS)
        const now = server.deps.clock()
        const due = [...dates].filter(
          ([, { start, isReminded }]) => !isReminded && start > now && start <= now + DAY_MS,
        )
        for (const [id, known] of due) dates.set(id, { ...known, isReminded: true })
        await calls.remind()
        const expected = due.flatMap(([, { absent }]) =>
          lines(
            'session-reminder',
            [...present].filter((name) => !absent.has(name)),
          ),
        )
        expect(await sent()).toEqual(expected.sort())
      }
    },
    /** What each member sees is what the acts have made, and nothing else. */
    async check(): Promise<void> {
      const now = server.deps.clock()
      const ahead = [...dates]
        .filter(([, { start }]) => start + 4 * HOUR_MS > now)
        .sort(([, a], [, b]) => a.start - b.start)
        .map(([id, { start, place }]) => ({ id, starts_at: new Date(start).toISOString(), place }))
      for (const name of present) {
        const { dates: shown, later } = await plan(name)
        expect(shown.map(({ id, starts_at, place }) => ({ id, starts_at, place }))).toEqual(
          ahead.slice(0, shown.length),
        )
        expect(shown.length + later).toBe(ahead.length)
      }
    },
  }
}
