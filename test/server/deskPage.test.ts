import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { serveDesk } from '#server/http/plugins/staticFiles.ts'
import { composeKit, defaultKit, type Kit } from '#server/text/kit.ts'

const TITLE = '<title>Desk</title>'
const PAGE = `<!doctype html><html lang="en"><head>${TITLE}</head><body><noscript>The desk needs JavaScript.</noscript></body></html>`

/** The page of the desk of a site in these languages. */
const pageOf = (...languages: string[]) => pageWith(defaultKit(languages))

async function pageWith(kit: Kit): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-desk-'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  const desk = Fastify()
  await serveDesk(
    desk,
    { current: () => kit, draft: async () => null, reload: async () => undefined },
    folder,
  )
  const { body } = await desk.inject('/members')
  await desk.close()
  rmSync(folder, { recursive: true })
  return body
}

const announced = (page: string) => /<meta name="languages" content="([^"]*)">/.exec(page)?.[1]

test('the page of an English desk is that of the build', async () => {
  expect(await pageOf('en')).toBe(PAGE)
})

test.each([
  [['en', 'de'], 'en', 'en de'],
  [['de', 'en'], 'de', 'de en'],
  [['de'], 'de', undefined],
])('the page of a desk in %j is in %s, and announces %s', async (languages, main, names) => {
  const page = await pageOf(...languages)
  expect(page).toContain(`<html lang="${main}">`)
  expect(page.includes('The desk needs JavaScript.')).toBe(main === 'en')
  expect(announced(page)).toBe(names)
})

test('the page of a desk has the name of its site', async () => {
  const page = await pageWith(composeKit({ name: 'Würfel & Co' }, '7'))
  expect(page).toContain('<title>Würfel &amp; Co</title>')
  expect(page).toContain('&quot;name&quot;:&quot;Würfel &amp; Co&quot;')
})
