import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Fastify from 'fastify'
import ICAL from 'ical.js'
import { JSDOM } from 'jsdom'
import { calls } from '../../contract/calls.ts'
import { CSRF_HEADER } from '../../contract/desk.ts'
import { LONG_TEXT_MAX } from '../../contract/fields.ts'
import { MINUTE_MS } from '../../server/config/time.ts'
import type { App } from '../../server/http/deps.ts'
import { handleError } from '../../server/http/plugins/errorHandler.ts'
import { serveSite } from '../../server/http/plugins/staticFiles.ts'
import { serveCrawlers } from '../../server/modules/site/crawlers.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { deskAct, deskCalls, deskRequest } from '../../test/helpers/fixtures/deskActs.ts'
import { siteActs, siteRequest } from '../../test/helpers/fixtures/siteActs.ts'
import { activeMarkup, oneLine, PAYLOADS, payloadTexts } from '../../test/helpers/fixtures/xss.ts'
import { describedSite } from '../../test/helpers/server/describedSite.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { deliveredMail } from '../../test/helpers/server/mailbox.ts'
import { type DeskCaller, type DeskServer, startDesk } from '../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../test/helpers/server/startServer.ts'

/** Hundreds of texts go through every call before the first test. */
jest.setTimeout(120_000)

const SHELL =
  '<!doctype html><html><head><title>Discordia</title><meta name="description" content="x"></head><body><div id="root"></div></body></html>'
/** Number of texts that single-line fields of one call get; multi-line ones always get all payloads. */
const TEXTS_PER_CALL = amount(100, 3)
/** Fields of strings that hold no free text: they would only refuse the payloads. */
const NO_TEXT =
  /password|^email$|request_id|refresh|mute_level|kind|scope|type$|_at$|upload|format|role|_key$|icon/

const FEED_PARTS = [
  'id',
  'title',
  'updated',
  'published',
  'link',
  'category',
  'summary',
  'content',
  'author',
]

type Schema = {
  readonly type?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

describe('texts of a hundred attacks, through every call of site and desk', () => {
  let server: DeskServer
  let site: App
  let folder: string
  let accepted = 0
  beforeAll(async () => {
    server = await startDesk('sqlite', { PUBLIC_URL: 'https://discordia.example' })
    folder = mkdtempSync(join(tmpdir(), 'discordia-site-'))
    writeFileSync(join(folder, 'index.html'), SHELL)
    site = Fastify()
    site.setErrorHandler(handleError)
    const described = describedSite(server.deps)
    serveCrawlers(site, server.deps, described, folder)
    await serveSite(site, server.deps.kit, { ...described, root: folder })
    const { legalDir } = server.deps.settings
    mkdirSync(legalDir, { recursive: true })
    for (const file of ['privacy.md', 'imprint.md'])
      writeFileSync(join(legalDir, file), PAYLOADS.join('\n\n'))
    await sendAll()
    const now = server.deps.clock()
    await server.deps.db
      .updateTable('contents')
      .set({ publish_at: now - 1 })
      .execute()
    await server.deps.db
      .updateTable('glossary_entries')
      .set({ approved_at: now, rejected_at: null, rejection_reason: null })
      .execute()
    for (const area of ['contents', 'rules', 'glossary', 'downloads'] as const)
      server.deps.responseCache.clear(area)
  })
  afterAll(async () => {
    await site.close()
    await server.close()
    rmSync(folder, { recursive: true })
  })

  /** Delivers all mails, which takes several passes because of the limit per minute. */
  async function allMail() {
    for (let sent = -1; ; ) {
      const mails = await deliveredMail(server)
      if (mails.length === sent) return mails
      sent = mails.length
      server.passTime(MINUTE_MS)
    }
  }

  /** Sends each text in each field of every call; a field that refuses them all is safe. */
  async function sendAll(): Promise<void> {
    const root = await server.staff('Root', 'superuser')
    const waiting = await server.staff('Waiting')
    const [owner, other, member] = [
      await server.addUser('Owner'),
      await server.addUser('Other'),
      await server.addUser('Member'),
    ]
    const cast = { member: member.id, other: other.id, owner: owner.id }
    for (const call of deskCalls) {
      const schema = call.body
      // The session of one account is limited to the set-up of its second step.
      const who = call.resource === 'second-factor' ? waiting : root
      if (schema !== undefined) await sendTo(schema, (change) => toDesk(call, who, change))
    }
    const acts = siteActs(server, cast)
    for (const { body, name, ...route } of calls)
      if (body !== undefined)
        await sendTo(body, async (change) => {
          const act = await acts[name]('own')
          const request = await siteRequest(route, act)
          const { sensitive }: TestUser = name === 'rejectInvite' ? other : owner
          const headers = { ...request.headers, ...sensitive }
          const payload = change(request.payload ?? {}) as object
          return (await server.app.inject({ ...request, headers, payload })).statusCode
        })
    const now = server.deps.clock()
    for (const text of payloadTexts(380).map(oneLine)) {
      const event = {
        kind: 'event',
        title: text,
        short_description: text,
        location: text,
        description: PAYLOADS.join('\n'),
        starts_at: new Date(now + DAY).toISOString(),
        ends_at: new Date(now + 2 * DAY).toISOString(),
        event_scope: 'National',
        event_type: 'Online',
      }
      expect((await root.post('/contents', event)).statusCode).toBe(201)
      const form = new FormData()
      const fields = {
        name: text,
        subject: text,
        message: PAYLOADS.join('\n'),
        email: 'x@y.example',
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const route = { method: 'POST', path: '/v1.0/email/send-form' }
      const { statusCode } = await server.app.inject(await siteRequest(route, { id: null, form }))
      if (statusCode === 200) accepted++
    }
  }

  async function toDesk(
    call: (typeof deskCalls)[number],
    root: DeskCaller,
    change: (body: object) => unknown,
  ): Promise<number> {
    const side = call.resource === 'members' ? 'foreign' : 'own'
    const act = await deskAct(server, call, side, root, root)
    const { payload = {}, ...request } = deskRequest(call, act)
    const headers = { ...request.headers, cookie: root.cookie, [CSRF_HEADER]: root.csrf }
    const body = change(payload) as object
    return (await server.desk.inject({ ...request, headers, payload: body })).statusCode
  }

  let turn = 0
  async function sendTo(
    schema: Schema,
    send: (change: (body: object) => unknown) => Promise<number>,
  ): Promise<void> {
    const fields = textFields(schema)
    if (fields.length === 0) return
    const lines = payloadTexts(380).map(oneLine)
    for (let sent = 0; sent < Math.min(TEXTS_PER_CALL, lines.length); sent++) {
      const text = lines[turn++ % lines.length] ?? ''
      const status = await send((body) => filled(body, schema, text, fields))
      if (status < 300) accepted += fields.length
      else
        for (const field of fields)
          if ((await send((body) => filled(body, schema, text, [field]))) < 300) accepted++
    }
  }

  const parser = new new JSDOM().window.DOMParser()
  const markupOf = (html: string): string[] =>
    activeMarkup(parser.parseFromString(html, 'text/html'))

  test('some hundred of them are stored as they were typed', async () => {
    figure(`${accepted} texts of attacks accepted`)
    expect(accepted).toBeGreaterThan(150)
    const titles = (await server.app.inject('/api/contents/active')).body
    expect(titles).toContain('<script>xss(1)</script>')
  })

  test('the pages of articles, rules and entries have none of it as markup', async () => {
    const { db } = server.deps
    const contents = await db.selectFrom('contents').select('id').execute()
    const rules = await db.selectFrom('rule_entries').select('id').execute()
    const entries = await db.selectFrom('glossary_entries').select('id').execute()
    const paths = [
      ...contents.map(({ id }) => `/discordia/news/${id}`),
      ...rules.map(({ id }) => `/discordia/ruleItem/${id}`),
      ...entries.map(({ id }) => `/discordia/world?entry=${id}`),
      ...payloadTexts(380).flatMap((text) => [
        `/discordia/${encodeURIComponent(text)}`,
        `/discordia/world?search=${encodeURIComponent(text)}`,
      ]),
    ]
    let named = 0
    for (const path of paths) {
      const { body, headers } = await site.inject(path)
      if (/&lt;|&quot;/.test(body)) named++
      if (String(headers['content-type']).startsWith('text/html'))
        expect([path, markupOf(body)]).toEqual([path, []])
      else expect([path, headers['content-type']]).toEqual([path, expect.stringContaining('json')])
    }
    expect(named).toBeGreaterThan(20)
  })

  test('the legal page has none of it as markup, though it is written in Markdown', async () => {
    const { body } = await server.app.inject('/legal.html')
    expect(body).toContain('&lt;script&gt;xss(1)')
    expect(markupOf(body)).toEqual([])
  })

  test('feeds are well-formed, and what they hold as HTML has none of it as markup', async () => {
    for (const feed of ['news.atom', 'events.atom']) {
      const { body } = await server.app.inject(`/api/contents/${feed}`)
      expect(XMLValidator.validate(body)).toBe(true)
      const xml = new XMLParser({ parseTagValue: false, ignoreAttributes: false })
      const entries: Record<string, unknown>[] = [xml.parse(body).feed.entry].flat()
      expect(entries.length).toBeGreaterThan(1)
      for (const entry of entries)
        for (const [name, part] of Object.entries(entry)) {
          expect(FEED_PARTS).toContain(name)
          const { '@_type': type, '#text': text = '' } = Object(part)
          if (type === 'html') expect(markupOf(text)).toEqual([])
        }
    }
    const { body } = await site.inject('/sitemap.xml')
    expect(XMLValidator.validate(body)).toBe(true)
  })

  test('the calendar has one event for each, and no line that a text has begun', async () => {
    const { body } = await server.app.inject('/api/contents/events.ics')
    const calendar = new ICAL.Component(ICAL.parse(body))
    const events = calendar.getAllSubcomponents('vevent')
    expect(events.length).toBeGreaterThan(1)
    const lines = body
      .replace(/\r\n[ \t]/g, '')
      .split('\r\n')
      .filter(Boolean)
    expect(lines.filter((line) => !/^[A-Z-]+[:;]/.test(line))).toEqual([])
  })

  test('mails have none of it as markup, in no part and no header', async () => {
    const mails = await allMail()
    const kinds = new Set(mails.map(({ subject }) => subject))
    expect(kinds.size).toBeGreaterThan(5)
    expect(mails.some(({ html }) => html.includes('&lt;script&gt;xss('))).toBe(true)
    const different = new Map(mails.map((mail) => [mail.html, mail]))
    for (const { html, subject, to } of different.values()) {
      expect([subject, markupOf(html)]).toEqual([subject, []])
      expect(subject).not.toMatch(/[\r\n]/)
      expect(to).not.toContain(',')
    }
  })

  test('no call sends a text as HTML', async () => {
    const root = await server.staff('Reader', 'superuser')
    const lists = deskCalls.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    for (const { path } of lists) {
      const { headers } = await root.get(path)
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'content-type': expect.stringMatching(/^application\/json/),
          'x-content-type-options': 'nosniff',
        }),
      ])
    }
    for (const { method, path } of calls.filter((call) => !call.path.includes(':'))) {
      if (method !== 'GET') continue
      const { headers } = await server.app.inject(`/api${path}`)
      expect([path, headers['content-type']]).toEqual([path, expect.stringMatching(/json/)])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

type Field = { readonly path: string; readonly isLong: boolean }

/** Paths of the fields that hold any text, as `sub_entries.title`. */
function textFields(schema: Schema, path = ''): Field[] {
  const { type, properties, items, anyOf, maxLength = 0 } = schema
  const name = path.split('.').at(-1) ?? ''
  if (anyOf !== undefined) return anyOf.flatMap((one) => textFields(one, path))
  if (items !== undefined) return textFields(items, path)
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([key, value]) =>
      textFields(value, path === '' ? key : `${path}.${key}`),
    )
  const isText = type === 'string' && !('enum' in schema) && !('const' in schema)
  return isText && !NO_TEXT.test(name) ? [{ path, isLong: maxLength >= 1000 }] : []
}

/** The body with the text in these fields; multi-line ones get all payloads. */
function filled(
  value: unknown,
  schema: Schema,
  text: string,
  fields: readonly Field[],
  path = '',
): unknown {
  if (Array.isArray(value))
    return value.map((item) => filled(item, schema.items ?? {}, text, fields, path))
  const field = fields.find((one) => one.path === path)
  if (field) {
    const long = PAYLOADS.join('\n').slice(0, Math.min(LONG_TEXT_MAX, schema.maxLength ?? 400))
    return field.isLong ? long : text.slice(0, schema.maxLength ?? 400)
  }
  const { properties } = schema
  if (typeof value !== 'object' || value === null || properties === undefined) return value
  const given = value as Record<string, unknown>
  const names = Object.keys(properties).filter((name) => {
    const inner = path === '' ? name : `${path}.${name}`
    return name in given || fields.some((one) => one.path === inner)
  })
  return Object.fromEntries(
    names.map((name) => {
      const inner = path === '' ? name : `${path}.${name}`
      return [name, filled(given[name], properties[name] ?? {}, text, fields, inner)]
    }),
  )
}
