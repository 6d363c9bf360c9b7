import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', '{docs,lab}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules'],
})

/** The noun of the worked examples in ARCHITECTURE.md, which does not exist. */
const EXAMPLE = /notes/i

/** Files of the repository that a document names as code, such as `server/compose/retention.ts`. */
const named = (text: string): string[] =>
  [
    ...text.matchAll(/`((?:contract|src|server|desk|scripts|test|lab|docs|art)\/[\w./-]+\.\w+)`/g),
  ].map((found) => found[1] ?? '')

test.each(documents)('every file that %s names exists', (document) => {
  const files = named(readFileSync(join(ROOT, document), 'utf8'))
  expect(files.filter((file) => !EXAMPLE.test(file) && !existsSync(join(ROOT, file)))).toEqual([])
})

test('docs/security.md names a test for every promise', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  expect(named(page).filter((file) => /^(test|lab)\//.test(file)).length).toBeGreaterThan(40)
})

test('package, lock, image and changelog name one version', () => {
  const found = (file: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]
  const version = found('package.json', /"version": "(.+)"/)
  expect(found('package-lock.json', /"version": "(.+)"/)).toBe(version)
  expect(found('Dockerfile', /^ARG VERSION=(.+)$/m)).toBe(version)
  expect(found('CHANGELOG.md', /^## (\d\S+) - /m)).toBe(version)
})
