import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const foldersOf = (room: string): string[] =>
  globSync('**/', { cwd: join(ROOT, room) }).filter((path) => path !== '.')

/** The tree of the server is the pattern. */
const modules = foldersOf('server/modules')

describe('a noun', () => {
  test.each(['src/features', 'src/store', 'desk'])(
    'stands at the same height in %s as in the server',
    (room) => {
      const moved = foldersOf(room).filter((path) => {
        const heights = modules.filter((one) => basename(one) === basename(path))
        return heights.length > 0 && !heights.includes(path)
      })
      expect(moved).toEqual([])
    },
  )

  test('of the table in ARCHITECTURE.md has the folder that it names', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const [, table = ''] = text.split('\n## Nouns\n')
    const rows = table.split('\n## ', 1)[0]?.split('\n') ?? []
    const cells = rows.filter((row) => row.startsWith('| ')).map((row) => row.split(' | ')[1] ?? '')
    const named = cells.flatMap((cell) =>
      [...cell.matchAll(/`([\w/-]+)`/g)].map(([, path]) => path),
    )
    const inServer = foldersOf('server').map((path) => `server/${path}`)
    const known = [...modules, ...foldersOf('src/features'), ...inServer]
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => path !== undefined && !known.includes(path))).toEqual([])
  })
})
