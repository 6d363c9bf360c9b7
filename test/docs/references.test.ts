import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import {
  outsideDocuments,
  referencesIn,
  rulingsOf,
  sectionsOf,
  smallestOf,
  unknownReferences,
} from './references.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const TEXTS = '*.{ts,tsx,cjs,mjs,md,json,jsonc,yaml,yml,css,html,sh,txt}'
/** The other folders are generated or not tracked. */
const FOLDERS =
  '{contract,shared,src,server,desk,locales,public,rulebook,scripts,art,lab,deploy,docs,test,.ci}/**'
const files = globSync(
  [TEXTS, '.*.{ts,cjs}', '.env.example', 'Dockerfile', '.ci/*', `${FOLDERS}/${TEXTS}`],
  // test/docs has made-up references.
  { cwd: ROOT, exclude: ['package-lock.json', 'test/docs/**', '**/node_modules/**'] },
)
const texts = files.map((file) => [file, read(file)] as const)

/** Sections of docs/behaviour, by the file that has them. */
const sections = globSync('docs/behaviour/*.md', { cwd: ROOT }).map(
  (file) => [basename(file), sectionsOf(read(file))] as const,
)

const known = {
  behaviour: smallestOf(sections.flatMap(([, numbers]) => numbers)),
  ruling: rulingsOf(read('docs/rulings.md')),
}

/** Findings of `check`, by file. */
const findings = (check: (text: string) => string[]) =>
  texts.flatMap(([file, text]) => check(text).map((finding) => `${file}: ${finding}`))

test('the scan reaches code, tests, texts, settings and documents', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'contract/route.ts',
      'docs/api.md',
      'oxlint.config.ts',
      'locales/en/translation.json',
      'server/main.ts',
      'src/index.html',
      '.dependency-cruiser.cjs',
    ]),
  )
})

test('every section that is cited exists and has no smaller one in it, and every ruling exists', () => {
  expect(findings((text) => unknownReferences(text, known))).toEqual([])
})

test('every ruling is cited outside the documents', () => {
  const cited = new Set(
    texts
      .filter(([file]) => !file.endsWith('.md'))
      .flatMap(([, text]) => referencesIn(text))
      .flatMap(({ document, number }) => (document === 'ruling' ? [number] : [])),
  )
  expect(known.ruling.filter((number) => !cited.has(number))).toEqual([])
})

test('docs/behaviour/README.md names the one file that has a section', () => {
  const rows = read('docs/behaviour/README.md').matchAll(/^\| ([\d, ]+) \| \[(.+)\]/gm)
  const said = [...rows].map(([, numbers = '', file = '']) => [file, numbers.split(', ')])
  const chapters = sections
    .map(([file, numbers]) => [file, numbers.filter((number) => !number.includes('.'))] as const)
    .filter(([, numbers]) => numbers.length > 0)
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(chapters))
  const numbers = sections.flatMap(([, each]) => each)
  expect(numbers).toHaveLength(new Set(numbers).size)
})

test('rulings are numbered from 1 without a gap', () => {
  expect(known.ruling).toEqual(known.ruling.map((_, index) => String(index + 1)))
})

test('no document outside the repository is mentioned', () => {
  expect(findings(outsideDocuments)).toEqual([])
})

describe('the check itself', () => {
  test.each([
    ['behaviour 2.99', ['behaviour 2.99']],
    ['behaviour 2, 7.1, 99', ['behaviour 2', 'behaviour 99']],
    ['ruling 16, 965', ['ruling 965']],
    ['rulings 1 and 900.', ['ruling 900']],
    ['/**\n * as in ruling\n * 901, behaviour\n * 2.1 */', ['ruling 901']],
    ['behaviour 2.10 (ruling 22)', []],
  ])('%j has the unknown references %j', (text, unknown) => {
    expect(unknownReferences(text, known)).toEqual(unknown)
  })

  test.each([
    'see SPEC 2',
    'SETTLED C22',
    'SERVER trap 4',
    'as LOOK.md says',
    'shared/UI-NAMES.md',
    'not in the\n// specification',
  ])('%j names a document outside the repository', (text) => {
    expect(outsideDocuments(text)).not.toEqual([])
  })

  test.each(['as specified', 'import { id } from "./shared.ts"', 'ListSpec', 'a house'])(
    '%j names none',
    (text) => expect(outsideDocuments(text)).toEqual([]),
  )
})

const documents = globSync(['*.md', '{docs,lab}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules'],
})

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (document: string): string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links of a document to files and headings of the repository that do not exist. */
function brokenLinks(document: string): string[] {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  return links.flatMap(([link, path = '', anchor]) => {
    const target = path === '' ? document : relative(ROOT, join(ROOT, dirname(document), path))
    if (!existsSync(join(ROOT, target))) return [link]
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link]
  })
}

test.each(documents)('every link of %s has its target', (document) => {
  expect(brokenLinks(document)).toEqual([])
})
