import { sql } from 'kysely'
import { readSettings } from '../../server/config/env.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { enqueueAll, type MailJob } from '../../server/mail/outbox.ts'
import { addPeople } from '../../test/helpers/fixtures/groups.ts'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  send,
  startDeskProcess,
} from '../../test/helpers/server/deskProcess.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import { addAccount, makeProcessDatabase } from '../../test/helpers/server/processDatabase.ts'
import { makeDataDir, startProcess } from '../../test/helpers/server/serverProcess.ts'
import { startSmtp } from '../../test/helpers/server/smtp.ts'

describe('a process that is killed while it sends fifty mails', () => {
  const FIFTY = 50
  const BATCH = 5

  /** Every other mail is sent only once. */
  const isOnceOnly = (at: number) => at % 2 === 0

  test('sends each once-only mail exactly once, and every other one at least once', async () => {
    const dataDir = makeDataDir()
    const settings = readSettings({ DATA_DIR: dataDir.path })
    const database = openDatabase(settings)
    await migrate(database.db, database.engine)
    const people = (await addPeople({ deps: database }, FIFTY)).map(({ email }) => email)
    const jobs = people.map(
      (recipient, i): MailJob => ({
        kind: 'password-reset',
        recipient,
        ...(isOnceOnly(i) && { onceKey: `once ${i}` }),
      }),
    )
    await enqueueAll({ db: database.db, now: Date.now() }, jobs)

    const crash = Promise.withResolvers<void>()
    let held = 0
    const smtp = await startSmtp({
      onArrival: async () => {
        if (smtp.arrived.length < 20) return
        held += 1
        if (held === BATCH) crash.resolve()
        // Never responds, so that the process dies between sending and marking.
        if (held <= BATCH) await first.ended
      },
    })
    const env = { SMTP_URL: `smtp://${smtp.host}`, MAIL_PER_MINUTE: '100000' }
    const first = await startProcess(dataDir.path, env)
    await crash.promise
    first.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')

    // Ends the claims now instead of waiting for their expiry.
    const claimed = await database.db
      .updateTable('outbox')
      .set({ claimed_until: 1 })
      .where('claimed_until', 'is not', null)
      .returning('once_key')
      .execute()
    const again = claimed.filter(({ once_key }) => once_key === null).length
    expect([claimed.length, again > 0 && again < BATCH]).toEqual([BATCH, true])
    const second = await startProcess(dataDir.path, env)
    await smtp.until(FIFTY + again)
    second.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    const open = database.db.selectFrom('outbox').select('id').where('done_at', 'is', null)
    expect(await open.execute()).toEqual([])
    const unknown = database.db.selectFrom('outbox').where('last_error', '=', 'outcome unknown')
    expect(await unknown.select('id').execute()).toHaveLength(BATCH - again)
    await database.db.destroy()
    await smtp.close()
    dataDir.remove()

    const times = (recipient: string) => smtp.arrived.filter((one) => one === recipient).length
    expect(people.filter((_, at) => isOnceOnly(at)).map(times)).toEqual(Array(25).fill(1))
    const others = people.filter((_, at) => !isOnceOnly(at)).map(times)
    expect(others.toSorted()).toEqual([...Array(25 - again).fill(1), ...Array(again).fill(2)])
  }, 120_000)
})

describe('a process that is killed while it sends invites by a list', () => {
  const GUESTS = 50
  /** Mails that the mail server has taken, and that the process doesn't know of. */
  const HELD = 5

  test('sends each address one invite, also when the list is sent once more', async () => {
    const database = await makeProcessDatabase('sqlite')
    const crash = Promise.withResolvers<void>()
    let held = 0
    const smtp = await startSmtp({
      onArrival: async () => {
        if (smtp.arrived.length < GUESTS / 2) return
        held += 1
        if (held === HELD) crash.resolve()
        if (held <= HELD) await first.server.ended
      },
    })
    const env = { ...database.env, SMTP_URL: `smtp://${smtp.host}`, MAIL_PER_MINUTE: '100000' }
    const first = await startDeskProcess(database, env)
    const { email } = await addAccount(database.db, 'Ada', 'superuser')
    const seat = await logInToDesk(first.api, email, () =>
      sql.raw(MAIL_CONFIRMED).execute(database.db),
    )
    const guests = Array.from({ length: GUESTS }, (_, at) => `guest${at}@example.org`)
    const list = guests.join('\n')
    await send(`${first.api}/member-invites`, { list }, seat)
    await crash.promise
    first.server.kill('SIGKILL')
    expect(await first.server.ended).toBe('SIGKILL')

    // Ends the claims now instead of waiting for their expiry.
    const claimed = await database.db
      .updateTable('outbox')
      .set({ claimed_until: 1 })
      .where('claimed_until', 'is not', null)
      .returning('kind')
      .execute()
    expect(claimed.length).toBeGreaterThanOrEqual(HELD)
    const second = await startDeskProcess(database, env)
    await expect(send(`${second.api}/member-invites`, { list }, seat)).rejects.toThrow(
      'nobody_to_invite',
    )
    const invitesTo = () => smtp.arrived.filter((to) => guests.includes(to)).toSorted()
    await smtp.until(smtp.arrived.length + GUESTS - invitesTo().length)
    const open = database.db.selectFrom('outbox').select('id').where('done_at', 'is', null)
    await eventually(
      () => open.execute(),
      ({ length }) => length === 0,
    )
    second.server.kill('SIGTERM')
    expect(await second.server.ended).toBe(0)
    expect(invitesTo()).toEqual(guests.toSorted())
    const invites = database.db.selectFrom('member_invites').select('answer')
    expect(await invites.execute()).toEqual(guests.map(() => ({ answer: null })))
    await smtp.close()
    await database.remove()
  }, 120_000)
})
