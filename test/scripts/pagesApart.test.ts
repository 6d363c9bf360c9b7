import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

type Extractor = {
  extract: (code: string, path: string, extract: () => Set<string>) => Set<string>
}
const { extract } = createRequire(import.meta.filename)('../pagesApart.cjs') as Extractor

describe('the tests that a change of a page runs', () => {
  const table = 'src/app/routes.ts'
  const pages = new Set(textOf(table).match(/#src\/features\/[^']+/g))

  test('are found through the page, which a test imports, and not through the table of all pages', () => {
    const kept = extract('', table, () => pages)
    const apart = [...pages].filter((page) => !kept.has(page))
    expect(apart.length).toBeGreaterThan(8)
    const tests = globSync('test/screens/*.{ts,tsx}', { cwd: ROOT }).map(textOf).join('')
    expect(apart.filter((page) => !tests.includes(`'${page}'`))).toEqual([])
  })

  test('are those of the whole site for the pages of accounts', () => {
    expect([...extract('', table, () => pages)]).toContain('#src/features/account/LoginPage.tsx')
  })
})
