import { sql } from 'kysely'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { statementsOf } from '#test/helpers/server/statements.ts'

serverTests('values in statements of SQLite', { engines: ['sqlite'] }, (server) => {
  test.each(['/rpggroups/list', '/users/profile/', '/users/next/', '/rpggroups/list/invites'])(
    'have a sign in those of %s, so that SQLite does not recompile them for a new value',
    async (path) => {
      const { auth } = await server.addUser(`Member${path.replace(/\W/g, '')}`)
      const call = () => server.app.inject({ url: `/api${path}`, headers: auth })
      const statements = await statementsOf(server, call)
      expect(statements.flatMap(({ parameters }) => parameters)).not.toEqual([])
      for (const { sql: text } of statements) expect(text).not.toMatch(/[^+]\?/)
    },
  )

  test('keep their type and value', async () => {
    const values = ['-7', '', 'Ann', -7, 1.5, 2 ** 40, null]
    for (const value of values) {
      const { rows } = await sql<{ value: unknown; type: string }>`
        select ${value} as value, typeof(${value}) as type`.execute(server.deps.db)
      const type = value === null ? 'null' : typeof value === 'string' ? 'text' : 'real'
      expect(rows).toEqual([{ value, type }])
    }
    const { rows } = await sql<{
      hex: string
    }>`select hex(${Buffer.from('8f00', 'hex')}) as hex`.execute(server.deps.db)
    expect(rows).toEqual([{ hex: '8F00' }])
  })
})
