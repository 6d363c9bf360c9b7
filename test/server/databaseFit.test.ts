import { assertFit, openDatabase } from '#server/db/open.ts'
import { startFakePostgres } from '#test/helpers/server/fakePostgres.ts'

test.each([
  ['an old version', { number: 140_011, name: '14.11' }, /PostgreSQL 14\.11 is too old/],
  [
    'an encoding that lacks characters',
    { number: 150_004, name: '15.4', encoding: 'LATIN1' },
    /stores texts as LATIN1, .*"create database NAME encoding 'UTF8' template template0"/,
  ],
  ['every character', { number: 150_004, name: '15.4' }, null],
])('a PostgreSQL with %s', async (_what, hasVersion, sentence) => {
  const server = await startFakePostgres({ hasVersion })
  const { db, engine } = openDatabase({
    databaseUrl: `postgres://me:password@${server.host}/x`,
    dataDir: '.',
  })
  const fit = await assertFit(db, engine).then(
    () => null,
    (error: Error) => error.message,
  )
  await db.destroy()
  await server.close()
  expect(fit).toEqual(sentence && expect.stringMatching(sentence))
})
