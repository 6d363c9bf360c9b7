import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const CONFIG = join(ROOT, '.dependency-cruiser.cjs')

type Rule = { name: string; from: { path?: string } }
const { forbidden } = createRequire(import.meta.filename)(CONFIG) as { forbidden: Rule[] }
const rooms = forbidden.filter(({ name }) => name.endsWith('-looks-down-only'))

/** The fence around a room that may import everything. */
const LABORATORY = /^nothing-imports-the-laboratory$/

/** A file of each room, and an import that its fence must refuse. */
const WRONG: readonly (readonly [file: string, imported: string])[] = [
  ['contract/planted.ts', 'server/text/planted.ts'],
  ['contract/planted.ts', 'shared/planted.ts'],
  ['shared/planted.ts', 'server/text/planted.ts'],
  ['kit/planted.tsx', 'src/ui/planted.ts'],
  ['kit/planted.tsx', 'desk/parts/planted.ts'],
  ['shared/planted.ts', 'kit/planted.tsx'],
  ['src/platform/planted.ts', 'src/ui/planted.ts'],
  ['src/offline/planted.ts', 'src/store/planted.ts'],
  ['src/i18n/planted.ts', 'src/ui/planted.ts'],
  ['src/ui/planted.ts', 'src/store/planted.ts'],
  ['src/store/session/planted.ts', 'src/store/http/planted.ts'],
  ['src/store/http/planted.ts', 'src/store/groups/planted.ts'],
  ['src/store/groups/planted.ts', 'src/store/planted.ts'],
  ['src/store/planted.ts', 'src/features/groups/planted.ts'],
  ['src/features/groups/planted.ts', 'src/app/planted.ts'],
  ['src/app/planted.ts', 'src/browser.ts'],
  ['desk/planted.ts', 'server/desk/planted.ts'],
  ['desk/i18n.ts', 'desk/session/planted.ts'],
  ['desk/theme/planted.ts', 'desk/parts/planted.ts'],
  ['desk/session/planted.ts', 'desk/parts/planted.ts'],
  ['desk/parts/planted.ts', 'desk/groups/planted.ts'],
  ['server/config/planted.ts', 'server/db/planted.ts'],
  ['server/text/planted.ts', 'server/config/planted.ts'],
  ['server/files/planted.ts', 'server/http/planted.ts'],
  ['server/db/planted.ts', 'server/http/planted.ts'],
  ['server/mail/planted.ts', 'server/http/planted.ts'],
  ['server/http/planted.ts', 'server/work/planted.ts'],
  ['server/work/planted.ts', 'server/desk/planted.ts'],
  ['server/desk/planted.ts', 'server/transfer/planted.ts'],
  ['server/transfer/planted.ts', 'server/modules/groups/planted.ts'],
  ['server/modules/groups/planted.ts', 'server/modules.ts'],
  ['server/modules.ts', 'server/compose/planted.ts'],
  ['server/compose/planted.ts', 'server/modules/groups/planted.ts'],
  ['server/compose/planted.ts', 'server/main.ts'],
  ['server/admin/planted.ts', 'server/main.ts'],
  ['server/main.ts', 'server/admin/planted.ts'],
  ['server/admin.ts', 'server/compose/planted.ts'],
  ['server/admin/planted.ts', 'lab/planted.ts'],
  ['scripts/planted.ts', 'lab/planted.ts'],
  ['test/planted.ts', 'lab/planted.ts'],
]

describe('the fences between rooms', () => {
  let folder: string
  let refused: { rule: string; from: string; to: string }[]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'discordia-fences-'))
    const imports = Map.groupBy(WRONG, ([file]) => file)
    const files = new Set(WRONG.flat())
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      const lines = (imports.get(file) ?? []).map(([, imported]) => {
        const path = relative(dirname(file), imported)
        return `import '${path.startsWith('.') ? path : `./${path}`}'\n`
      })
      writeFileSync(join(folder, file), `${lines.join('')}export const planted = 1\n`)
    }
    writeFileSync(join(folder, 'tsconfig.json'), '{}')
    const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const sides = ['contract', 'src', 'desk', 'server', 'scripts', 'test', 'lab']
    const { stdout: output } = spawnSync(
      process.execPath,
      [cruiser, '--config', CONFIG, '--output-type', 'json', ...sides],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 },
    )
    const { summary } = JSON.parse(output) as {
      summary: { violations: { rule: { name: string }; from: string; to: string }[] }
    }
    refused = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(WRONG)('%s may not import %s', (from, to) => {
    expect(refused).toContainEqual({
      rule: expect.stringMatching(to.startsWith('lab/') ? LABORATORY : /-looks-down-only$/),
      from,
      to,
    })
  })

  test('every fence has a wrong import above', () => {
    const untested = rooms.filter(
      ({ from }) => !WRONG.some(([file]) => new RegExp(from.path ?? '').test(file)),
    )
    expect(untested.map(({ name }) => name)).toEqual([])
  })

  test.each(['src', 'server', 'desk'])('every file of %s is behind a fence', (side) => {
    const paths = globSync(`${side}/**/*.{ts,tsx}`, { cwd: ROOT })
    const open = paths.filter(
      (path) =>
        !/^src\/((browser|early)\.ts|server\.tsx)$|\.d(\.css)?\.ts$/.test(path) &&
        !rooms.some(({ from }) => new RegExp(from.path ?? '').test(path)),
    )
    expect(open).toEqual([])
  })
})
