import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keptSecret } from '../../config/secret.ts'
import { VERSION } from '../../config/version.ts'
import { readsOfPrimary } from '../../db/replica.ts'
import { openFiles } from '../../files/openFiles.ts'
import { ResponseCache } from '../../http/cache/responseCache.ts'
import type { App, Deps } from '../../http/deps.ts'
import { makeGates } from '../../http/gate.ts'
import { makePasswords } from '../../http/passwords.ts'
import { makeSecurityLog } from '../../http/securityLog.ts'
import { type Command, CommandError, type Context, onlyArgument } from '../command.ts'
import { copiedPage, copiedStyle } from './page.ts'
import { fileOf } from './places.ts'
import { SEARCH, searchIndex, searchPage } from './search.ts'

/** Marks a folder as a copy, which the next one replaces. */
const MARK = 'copy-of-the-site.json'
const REPORT_EVERY = 100
/** A page that takes longer to render is sent plain at first, and from the cache a moment later. */
const ATTEMPTS = 50
const ATTEMPT_MS = 100
const EMPTY_PAGE = '<div id="root"></div>'

export const publish: Command = {
  usage: 'publish FOLDER',
  does: 'writes all public pages as files that need no server',
  args: { FOLDER: 'a new folder, or a copy from before' },
  async run(context) {
    const folder = resolve(onlyArgument(context.args, 'folder'))
    if (existsSync(folder) && !existsSync(join(folder, MARK)))
      throw new CommandError(`${folder} exists and is no copy of the site. Give another name.`)
    const part = `${folder}.part`
    await rm(part, { recursive: true, force: true })
    try {
      const count = await copySite(context, part)
      await replace(folder, part)
      context.print(`Wrote ${count} pages to ${folder}. Open ${join(folder, 'index.html')}.`)
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  },
}

/** The copy from before stays until the new one is whole. */
async function replace(folder: string, part: string): Promise<void> {
  const old = `${folder}.old`
  await rm(old, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, old)
  await rename(part, folder)
  await rm(old, { recursive: true, force: true })
}

async function copySite(context: Context, folder: string): Promise<number> {
  const { buildApp } = await import('../../compose/site.ts')
  const { kitsOf } = await import('../../compose/collect.ts')
  const deps = await depsOf(context, kitsOf)
  const app = await buildApp(deps)
  try {
    return await copyPages(context, { app, deps, folder })
  } finally {
    await app.close()
  }
}

async function depsOf(context: Context, kitsOf: (deps: Deps) => Deps['kit']): Promise<Deps> {
  const { db, clock, engine } = context
  const settings = { ...context.settings, rateLimits: false }
  const gates = makeGates()
  const parts = {
    ...{ db, clock, engine, settings, gates },
    publicReads: readsOfPrimary({ db }),
    jwtSecret: settings.jwtSecret ?? keptSecret(settings.dataDir),
    files: await openFiles(settings),
    responseCache: new ResponseCache(clock),
    passwords: makePasswords(gates.hashing),
    security: makeSecurityLog(clock),
  }
  const kit = kitsOf(parts as Deps)
  await kit.reload()
  return { ...parts, kit }
}

type Copying = { readonly app: App; readonly deps: Deps; readonly folder: string }

async function copyPages(context: Context, { app, deps, folder }: Copying): Promise<number> {
  const kit = deps.kit.current()
  const site = new URL(deps.settings.publicUrl)
  const texts = kit.texts.pages.copy
  const waiting = new Map<string, URL>()
  const done = new Set<string>()
  const pages: { file: string; title: string; text: string }[] = []
  const add = (url: URL) => {
    const file = fileOf(url)
    if (file !== null && !done.has(file) && !waiting.has(file)) waiting.set(file, url)
  }
  const write = async (file: string, bytes: string | Buffer) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), bytes)
  }
  for (const path of ['/discordia/', '/page.css', ...(await listedPaths(app))])
    add(new URL(path, site))
  for (let next = first(waiting); next !== undefined; next = first(waiting)) {
    const [file, url] = next
    waiting.delete(file)
    done.add(file)
    const { status, type, body } = await fetched(app, url)
    if (status !== 200) continue
    if (type.startsWith('text/html') && file.endsWith('.html')) {
      const page = copiedPage(body.toString(), { url, file, texts })
      for (const found of page.found) add(found)
      pages.push({ file, title: page.title, text: page.text })
      await write(file, page.html)
      if (pages.length % REPORT_EVERY === 0)
        context.print(`${pages.length} pages, ${waiting.size} files left ...`)
    } else if (type.startsWith('text/css')) {
      const style = copiedStyle(body.toString(), url, file)
      for (const found of style.found) add(found)
      await write(file, style.text)
    } else await write(file, body)
  }
  await write('search.html', searchPage(kit))
  await write('search.js', SEARCH)
  await write('search-index.js', searchIndex(pages))
  await write(
    MARK,
    `${JSON.stringify({ site: site.href, version: VERSION, made: new Date(deps.clock()).toISOString() })}\n`,
  )
  return pages.length
}

const first = (waiting: ReadonlyMap<string, URL>) => waiting.entries().next().value

/** The pages of the sitemap. */
async function listedPaths(app: App): Promise<string[]> {
  const { body } = await app.inject('/sitemap.xml')
  return [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
}

/** A page as it is rendered. */
async function fetched(app: App, { pathname, search }: URL) {
  for (let attempt = 1; ; attempt++) {
    const { statusCode, headers, rawPayload } = await app.inject(`${pathname}${search}`)
    const type = String(headers['content-type'] ?? '')
    const isPlain = type.startsWith('text/html') && rawPayload.includes(EMPTY_PAGE)
    if (!isPlain) return { status: statusCode, type, body: rawPayload }
    if (attempt === ATTEMPTS)
      throw new CommandError(
        `${pathname} could not be rendered. Is SSR switched off, or the site not built?`,
      )
    await pause(ATTEMPT_MS)
  }
}
