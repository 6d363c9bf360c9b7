import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MemberId } from '#contract/ids.ts'
import { databaseFile } from '#server/config/env.ts'
import { onTrial, removeRehearsals } from '#server/db/rehearsal.ts'
import { insertRow } from '#server/db/rows.ts'
import { changing, reading } from '#server/work/work.ts'
import { addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const ANN = 'ann@example.org'

const mail = (kind: string, onceKey?: string) => ({ kind, data: {}, onceKey })

serverTests('a change, on %s', { engines: bothEngines }, (server) => {
  const kinds = async () => {
    const rows = await server.deps.db.selectFrom('outbox').select('kind').orderBy('id').execute()
    return rows.map(({ kind }) => kind)
  }
  const eventsOf = (member: MemberId) =>
    server.deps.db
      .selectFrom('live_events')
      .select(['kind', 'subject_id', 'created_at'])
      .where('user_id', '=', member)
      .orderBy('id')
      .execute()
  const deps = () => ({ ...server.deps, clock: () => 1000 })

  beforeEach(async () => {
    await server.deps.db.deleteFrom('outbox').execute()
  })

  test('writes its mails and events with its one time, each event once for a member', async () => {
    const { id } = await server.addUser('Ann')
    let time = 1000
    const ticking = { ...server.deps, clock: () => time++ }
    await changing(ticking, async (w) => {
      w.publish([id], { kind: 'group', subject: 7 })
      w.mail(ANN, mail('one', 'key'))
      w.mail(ANN, mail('two'))
      w.publish([id, id], { kind: 'group', subject: 7 })
      w.publish([id], { kind: 'groups' })
      w.mail(ANN, mail('again', 'key'))
      expect(await kinds()).toEqual([])
      expect([w.now, w.now]).toEqual([1000, 1000])
    })
    expect(await kinds()).toEqual(['one', 'two'])
    expect(await eventsOf(id)).toEqual([
      { kind: 'group', subject_id: 7, created_at: 1000 },
      { kind: 'groups', subject_id: null, created_at: 1000 },
    ])
  })

  test('has the time after its locks, not that of its beginning', async () => {
    let time = 1000
    const { now } = await changing({ ...server.deps, clock: () => time }, async (w) => {
      time = 2000
      return { now: w.now }
    })
    expect(now).toBe(2000)
  })

  test('leaves nothing when it fails, and clears no cache', async () => {
    const { id } = await server.addUser('Bob')
    const { stamp, isCurrent } = cacheOf('glossary')
    const after = jest.fn(async () => undefined)
    const failing = changing(deps(), async (w) => {
      w.publish([id], { kind: 'groups' })
      w.mail(ANN, mail('one'))
      w.clear(['glossary'])
      w.afterwards(after)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await kinds()).toEqual([])
    expect(await eventsOf(id)).toEqual([])
    expect(isCurrent(stamp)).toBe(true)
    expect(after).not.toHaveBeenCalled()
  })

  test('clears its areas, and then does what a rollback could not undo, with the database of the server', async () => {
    const { stamp, isCurrent } = cacheOf('glossary')
    const rules = cacheOf('rules')
    await changing(deps(), async (w) => {
      w.clear(['glossary'])
      w.afterwards(async ({ db }) => {
        expect(isCurrent(stamp)).toBe(false)
        expect(db).toBe(server.deps.db)
      })
    })
    expect(rules.isCurrent(rules.stamp)).toBe(true)
    expect.assertions(3)
  })

  test('that lost a race for locks begins anew, with the effects of its last attempt alone', async () => {
    let attempts = 0
    await changing(deps(), async (w) => {
      attempts++
      w.mail(ANN, mail(`attempt-${attempts}`))
      if (attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    expect(await kinds()).toEqual(['attempt-2'])
  })

  test('publishes to no account that it deletes', async () => {
    const [gone, here] = [await server.addUser('Gone'), await server.addUser('Here')]
    await changing(deps(), async (w) => {
      w.publish([gone.id, here.id], { kind: 'groups' })
      await w.db.deleteFrom('users').where('id', '=', gone.id).execute()
    })
    expect(await eventsOf(here.id)).toHaveLength(1)
  })

  test('a failed effect after the commit is logged, and the change stays', async () => {
    const error = jest.fn()
    const failed = async () => {
      throw new Error('no folder')
    }
    await changing(
      deps(),
      async (w) => {
        w.mail(ANN, mail('one'))
        w.afterwards(failed)
      },
      { log: { error } },
    )
    expect(error).toHaveBeenCalledWith({ err: new Error('no folder') }, 'not tidied up')
    expect(await kinds()).toEqual(['one'])
  })

  test('a read has one time, that of its first use', () => {
    let time = 5
    const read = reading({ ...server.deps, clock: () => time })
    time = 6
    const first = read.now
    time = 7
    expect([first, read.now]).toEqual([6, 6])
  })

  function cacheOf(area: 'glossary' | 'rules') {
    const { responseCache } = server.deps
    return {
      stamp: responseCache.stamp(area),
      isCurrent: responseCache.isCurrent.bind(responseCache),
    }
  }
})

serverTests('a transaction that loses a race on %s', { engines: bothEngines }, (server, engine) => {
  const losing = (code: string, times: number) => {
    let runs = 0
    const work = server.deps.db.transaction().execute(async (tx) => {
      runs++
      await insertRow(tx, 'glossary_types', { name: `${code} ${times}`, position: 0 })
      if (runs <= times) throw Object.assign(new Error('lost'), { code })
      return runs
    })
    return { work, runs: () => runs }
  }
  const rows = async (name: string) =>
    (
      await server.deps.db
        .selectFrom('glossary_types')
        .select('id')
        .where('name', '=', name)
        .execute()
    ).length

  test.each(['40P01', '40001'])('%s: it runs again, and only the last run counts', async (code) => {
    for (const times of [1, 3]) {
      expect(await losing(code, times).work).toBe(times + 1)
      expect(await rows(`${code} ${times}`)).toBe(1)
    }
  })

  test('a fourth loss is an error, and so is any other error at the first time', async () => {
    for (const [code, times, runs] of [
      ['40P01', 4, 4],
      ['23505', 1, 1],
    ] as const) {
      const lost = losing(code, times)
      await expect(lost.work).rejects.toMatchObject({ code })
      expect([code, lost.runs(), await rows(`${code} ${times}`)]).toEqual([code, runs, 0])
    }
  })

  if (engine === 'postgres')
    test('two that wait for rows of each other both succeed', async () => {
      const ids = [await addGlossaryType(server, 'One'), await addGlossaryType(server, 'Other')]
      const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let runs = 0
      const moveOn = (order: readonly number[], mine: number) =>
        server.deps.db.transaction().execute(async (tx) => {
          runs++
          for (const at of order) {
            const id = ids[at]
            if (id === undefined) throw new Error('no such type')
            await tx
              .updateTable('glossary_types')
              .set((is) => ({ position: is('position', '+', 1) }))
              .where('id', '=', id)
              .execute()
            both[mine]?.resolve()
            await both[1 - mine]?.promise
          }
        })
      await Promise.all([moveOn([0, 1], 0), moveOn([1, 0], 1)])
      // Two runs and one more; a fourth where the loser was faster than the winner.
      expect(runs).toBeGreaterThan(2)
      const types = server.deps.db.selectFrom('glossary_types').select('position')
      const found = await types.where('id', 'in', ids).execute()
      expect(found.map(({ position }) => position)).toEqual([2, 2])
    })
})

serverTests('a transaction on trial, on %s', { engines: ['sqlite'] }, (server) => {
  const left = () =>
    readdirSync(server.deps.settings.dataDir).filter((name) => name.includes('.rehearsal-'))
  const users = () => server.deps.db.selectFrom('users').select('username').execute()

  test('lets others write meanwhile, sees what was there, and leaves nothing', async () => {
    await server.addUser('mira')
    const trial = onTrial(server.deps.db, async (tx) => {
      await tx.updateTable('users').set({ username: 'lost' }).execute()
      // A transaction that kept the file locked would refuse this one.
      await server.addUser('olwen')
      const names = await tx.selectFrom('users').select('username').execute()
      throw new Error(names.map(({ username }) => username).join(' '))
    })
    await expect(trial).rejects.toThrow(/^lost$/)
    expect((await users()).map(({ username }) => username).toSorted()).toEqual(['mira', 'olwen'])
    expect(left()).toEqual([])
  })

  test('that was killed leaves a copy, which the next start removes', async () => {
    const file = databaseFile(server.deps.settings)
    const folder = `${file}.rehearsal-killed`
    mkdirSync(folder)
    writeFileSync(join(folder, 'copy'), '')
    await removeRehearsals(file)
    expect(left()).toEqual([])
  })
})
