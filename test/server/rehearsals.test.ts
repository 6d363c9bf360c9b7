import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '#server/config/env.ts'
import { onTrial, removeRehearsals } from '#server/db/rehearsal.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

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
