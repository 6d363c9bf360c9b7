import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', '{docs,lab}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules'],
})
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

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
