import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { newContext, openPage } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { addEvent, addNews } from '../../test/helpers/fixtures/contents.ts'
import { addDownload } from '../../test/helpers/fixtures/downloads.ts'
import { addEntry, addGlossaryType } from '../../test/helpers/fixtures/glossary.ts'
import { addRule } from '../../test/helpers/fixtures/rules.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { runCommand } from '../../test/helpers/server/places.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

/** Words of what visitors must not see. */
const HIDDEN = 'Zwielichtgestalt'

/** The small world, with odd names, links that lead nowhere, and texts that no visitor can read. */
async function world(server: DeskServer): Promise<void> {
  clock = server.deps.clock
  await smallWorld(server)
  const description = `[Gone](/discordia/news/4711), [own](/discordia/dashboard), [draft](/discordia/news/1?preview=a&kit=a.b), [odd](/discordia/CON?x=..%2F..), ${'long '.repeat(900)}`
  await addNews(server, { title: 'CON: <b>“a/b\\c”</b> & Käse?*|', description, format: 'light' })
  await addNews(server, { title: HIDDEN, publish_at: null })
  for (let at = 1; at < 7; at++) await addEvent(server, { title: `Evening ${at}` })
  await addDownload(server, { display_name: 'Preise', download_file_name: 'Preis: Öl/«1».csv' })
  await addRule(server, 'Kestrels', {}, { Flight: 'Far above the Ægir’s hall.' })
  const { id } = await server.addUser('Writer')
  const type_id = await addGlossaryType(server, 'Towns', 2)
  await addEntry(server, id, HIDDEN, { type_id, approved_at: null })
  for (let at = 1; at < 14; at++) await addEntry(server, id, `Town ${at}`, { type_id })
}

const built = builtSite({ world })
const root = mkdtempSync(join(tmpdir(), 'discordia-copy-'))
const folder = join(root, 'copy')
let files: Server
let clock = Date.now
let base = ''
/** The command has the clock of the server. */
async function publish(see?: (line: string) => void) {
  const { now } = Date
  Date.now = clock
  try {
    const env = { DATA_DIR: built.server.dataDir, PUBLIC_URL: built.server.url }
    return await runCommand(env, ['publish', folder], see)
  } finally {
    Date.now = now
  }
}

beforeAll(async () => {
  // A copy from before, and what a killed command has left.
  for (const one of [folder, `${folder}.part`]) {
    mkdirSync(one)
    writeFileSync(join(one, 'copy-of-the-site.json'), '{}')
    writeFileSync(join(one, 'before.html'), HIDDEN)
  }
  expect(await publish()).toMatchObject({ code: 0, text: expect.stringMatching(/pages are in/) })
  files = createServer(({ url = '' }, response) => {
    const file = join(folder, new URL(url, 'http://a').pathname)
    const type = /\.(html|css|js|svg)$/.exec(file)?.[1] ?? ''
    const types = {
      html: 'text/html',
      css: 'text/css',
      js: 'text/javascript',
      svg: 'image/svg+xml',
    }
    if (!existsSync(file)) return response.writeHead(404).end()
    const mediaType = Object.entries(types).find(([one]) => one === type)?.[1]
    response.writeHead(200, mediaType ? { 'content-type': mediaType } : {}).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const address = files.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
})
afterAll(() => {
  files.close()
  rmSync(root, { recursive: true })
})

/** Opens a page of the copy in a new context, and notes the requests for anything outside of `from`. */
async function opened(from: string) {
  const context = await newContext(built.browser, { url: base })
  const { page, complaints } = await openPage(context)
  const strange: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(from) && !request.url().startsWith('data:'))
      strange.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) strange.push(`${response.status()} ${response.url()}`)
  })
  return { page, strange, complaints, close: () => context.close() }
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Words to look for' })

test('the copy has every link, picture, style and script beside it, and nothing that a visitor cannot see', () => {
  const names = globSync('**/*', { cwd: folder })
  expect(names.filter((name) => !/^[a-z0-9./-]+$/.test(name))).toEqual([])
  const pages = globSync('**/*.html', { cwd: folder })
  expect(pages).toEqual(expect.arrayContaining(['index.html', 'de/index.html', 'de/search.html']))
  for (const name of globSync('**/*.{html,css,js,json,atom,ics}', { cwd: folder }))
    expect([name, readFileSync(join(folder, name), 'utf8').includes(HIDDEN)]).toEqual([name, false])
  for (const name of pages) {
    const html = readFileSync(join(folder, name), 'utf8')
    const scripts = html.match(/<script[^>]*>/g) ?? []
    expect([name, scripts.length]).toEqual([name, name.endsWith('search.html') ? 2 : 0])
    expect([name, /<(form|button|noscript)\b|(href|src|srcset)="\//.exec(html)]).toEqual([
      name,
      null,
    ])
  }
})

test('served by a file server, each page opens without a missing file or a request elsewhere, and with the words of the site', async () => {
  const seen = new Set([`${base}index.html`])
  for (const url of seen) {
    const answer = await fetch(url)
    expect([url, answer.status]).toEqual([url, 200])
    if (!url.endsWith('.html')) continue
    const html = await answer.text()
    for (const [, link = ''] of html.matchAll(/ (?:href|src|poster)="([^"#]+)/g))
      if (!/^\w+:/.test(link)) seen.add(new URL(link.replaceAll('&amp;', '&'), url).href)
  }
  const isPage = (name: string) => name.endsWith('.html')
  const pages = globSync('**/*.html', { cwd: folder }).map((name) => `${base}${name}`)
  expect([...seen].filter(isPage).toSorted()).toEqual(pages.toSorted())
  const { page, strange, complaints, close } = await opened(base)
  for (const name of ['index', 'world', 'search']) {
    await page.goto(`${base}${name}.html`)
    expect([name, await axeFindings(page)]).toEqual([name, []])
  }
  expect([strange, complaints]).toEqual([[], []])
  await close()
  const context = await built.browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const live = await context.newPage()
  const copy = await context.newPage()
  const paths = [
    'news/1',
    'rules',
    'rules?tab=basic',
    'world?entry=1',
    'downloads',
    'news&events/',
    '',
  ]
  for (const path of paths) {
    const name = path.replace(/[^a-z0-9/]+/g, '-').replace(/-?\/?$/, '') || 'index'
    await copy.goto(`${base}${name}.html`)
    await live.goto(`${built.server.url}/discordia/${path}`)
    for (let tries = 0; tries < 20 && (await live.locator('#served').count()) === 0; tries++)
      await live.reload()
    expect([path, await wordsOf(copy)]).toEqual([path, await wordsOf(live)])
  }
  await context.close()
})

/** The texts of a page without its controls, and without parts that scripts fill. */
const wordsOf = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const content = 'h1, p, li, a, img, video, dd, article, time, form, figure'
    return [...main.querySelectorAll('h1, h2, h3, h4, p, dt, dd, time, figcaption, li')]
      .filter((one) => {
        const part = one.closest('section, [role="group"]')
        const isLine = one.matches('p') && one.querySelector(':scope > a:only-child') !== null
        return !isLine && one.closest('form') === null && part?.querySelector(content) !== null
      })
      .map((one) => (one.textContent ?? '').replace(/\s+/g, ' ').trim())
  })

test('opened from a disk, its pages look the same, and the search finds words by their letters', async () => {
  const from = pathToFileURL(`${folder}/`).href
  const { page, strange, complaints, close } = await opened(from)
  await page.goto(`${from}index.html`)
  expect(
    await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.size)),
  ).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Search' }).click()
  await field(page).fill('aegir KÉSTREL')
  await page.getByText('Pages with these words: 0').waitFor()
  await field(page).fill('hall KÉSTREL')
  await page.getByText('Pages with these words: 1').waitFor()
  await page.getByRole('link', { name: 'Kestrels' }).click()
  await page.getByRole('heading', { level: 1, name: 'Kestrels' }).waitFor()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByRole('link', { name: 'Suche' }).click()
  await page.getByRole('searchbox', { name: 'Gesuchte Wörter' }).fill('town 13')
  await page.getByText('Seiten mit diesen Wörtern: 1').waitFor()
  expect([strange, complaints]).toEqual([[], []])
  await close()
})

test('a copy that fails in the middle leaves the one before, and a folder that is none is refused', async () => {
  const part = `${folder}.part`
  const failed = await publish((line) => {
    if (!line.startsWith('Copying')) return
    rmSync(part, { recursive: true, force: true })
    writeFileSync(part, '')
  })
  expect(failed.code).toBe(1)
  expect([existsSync(part), existsSync(join(folder, 'index.html'))]).toEqual([false, true])
  rmSync(join(folder, 'copy-of-the-site.json'))
  expect(await publish()).toEqual({
    code: 1,
    text: `${folder} exists and is no copy of the site. Give another name.`,
  })
  expect(existsSync(join(folder, 'index.html'))).toBe(true)
})
