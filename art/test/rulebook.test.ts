import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from '../rulebook/sources.ts'

type Page = { source: string; sha256: string; text: string[] }
const manifest: { sha256: string; pages: Page[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../public/rulebook/pages.json'), 'utf8'),
)
const sources = await readSources()

const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

/** What a reader sees: the markup without its tags and drawings. */
const wordsOfSource = (html: string): string[] =>
  words(
    html
      .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&[a-z]+;/g, ' '),
  )

test('the committed book was built from these sources; else run npm run build:art -- rulebook', () => {
  assert.equal(manifest.sha256, sources.sha256)
  assert.deepEqual(
    manifest.pages.map(({ source, sha256 }) => [source, sha256]),
    sources.pages.map(({ file, sha256 }) => [file, sha256]),
  )
})

test('pages.json has every word of the pages', () => {
  for (const [i, { file, html }] of sources.pages.entries()) {
    const found = new Set(words(manifest.pages[i]?.text.join(' ') ?? ''))
    assert.deepEqual(
      { file, missing: wordsOfSource(html).filter((word) => !found.has(word)) },
      { file, missing: [] },
    )
  }
})
