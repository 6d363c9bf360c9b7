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

test('package, lock, image, manifests and changelog name one version', () => {
  const found = (file: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]
  const version = found('package.json', /"version": "(.+)"/)
  expect(found('package-lock.json', /"version": "(.+)"/)).toBe(version)
  expect(found('Dockerfile', /^ARG VERSION=(.+)$/m)).toBe(version)
  for (const file of globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }))
    expect([undefined, version]).toContain(found(file, /image: \S+\/discordia:(\S+)/))
  expect(found('CHANGELOG.md', /^## (\d\S+) - /m)).toBe(version)
})

/** Of the versions before, only the commits in test/fixtures/upgrades are there. */
const FIRST_FIXTURE = '0.6.0'

test('each released version has its data for the test of upgrades (npm run lab -- upgrades TAG)', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const [, ...headings] = [...changelog.matchAll(/^## (\S+)/gm)].map(([, name = '']) => name)
  const released = headings.slice(0, headings.indexOf(FIRST_FIXTURE) + 1)
  const missing = (name: string) => !existsSync(join(ROOT, 'test/fixtures/upgrades', name))
  expect(released.filter(missing)).toEqual([])
})

test('each version begins with what its operators must do', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const versions = changelog.split(/^## (?=\d)/m).slice(1)
  // Nothing can be upgraded to the first one.
  expect(versions.slice(0, -1).map((text) => text.split('\n')[2])).toEqual(
    versions.slice(1).map(() => '### Before you upgrade'),
  )
})
