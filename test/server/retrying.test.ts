import { addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('a transaction that loses a race on %s', { engines: bothEngines }, (server, engine) => {
  const losing = (code: string, times: number) => {
    let runs = 0
    const work = server.deps.db.transaction().execute(async (tx) => {
      runs++
      await tx
        .insertInto('glossary_types')
        .values({ name: `${code} ${times}`, position: 0 })
        .execute()
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
