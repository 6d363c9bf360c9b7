import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { DETAIL } from '#contract/errors.ts'
import type { ErrorBody } from '#contract/shapes.ts'
import type { TransferReport } from '#contract/transfer.ts'
import { textsOfFile } from '#server/config/locales.ts'
import { Refusal } from '#server/http/errors.ts'
import { brokenRequestHandler, handleError } from '#server/http/plugins/errorHandler.ts'
import { schemaCompiler } from '#server/http/plugins/validation.ts'
import { type SentenceKey, said } from '#server/text/sentence.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
/** Names of files and values alone, and words that are German, too. */
const SAME_IN_ALL = new Set([
  'transfer.at',
  'transfer.within',
  'registrations_file.name',
  'imported.links',
  'imported.organisation',
])

function leavesOf(part: object, path: string): (readonly [key: string, text: string])[] {
  return Object.entries(part).flatMap(([name, value]: [string, object | string]) =>
    typeof value === 'string'
      ? [[`${path}${name}`, value] as const]
      : leavesOf(value, `${path}${name}.`),
  )
}
const sentences = [
  ...leavesOf(textsOfFile('en', 'refusals'), 'refusals.'),
  ...leavesOf(textsOfFile('en', 'sentences'), ''),
]

describe('the sentence of a refusal', () => {
  const app = Fastify({ bodyLimit: 40 })
  beforeAll(async () => {
    app.decorate('languages', ['en', 'de'])
    app.setErrorHandler(handleError)
    app.setValidatorCompiler(schemaCompiler())
    app.get('/:key', ({ params }) => {
      const { key } = params as { key: SentenceKey }
      throw new Refusal(400, 'some', said(key), 'field')
    })
    const body = {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer' } },
    }
    app.post('/', { schema: { body } }, async () => ({}))
    await app.ready()
  })
  afterAll(() => app.close())
  const bodyOf = async (key: string, headers = {}): Promise<ErrorBody> =>
    (await app.inject({ url: `/${key}`, headers })).json()
  const compared = new Map<string, string>(
    Object.entries({
      'refusals.no_active_account': DETAIL.noActiveAccount,
      'refusals.blank': DETAIL.blank,
      'refusals.username_exists': DETAIL.usernameExists,
      'refusals.email_exists': DETAIL.emailExists,
    }),
  )

  test.each(sentences.filter(([key]) => !compared.has(key)))(
    '%s is German where that is wished, else English',
    async (key, text) => {
      const plain = (sentence: string) => sentence.replace(/{{\w+(, \w+)?}}/g, '')
      const english = { code: 'some', detail: plain(text), attr: 'field' }
      expect(await bodyOf(key)).toEqual({ errors: [english], detail: plain(text) })
      const german = await bodyOf(key, GERMAN)
      expect(german).toEqual({
        errors: [{ ...english, detail: german.detail }],
        detail: german.detail,
      })
      if (!SAME_IN_ALL.has(key)) expect(german.detail).not.toBe(plain(text))
    },
  )

  test.each([...compared])(
    '%s stays as clients compare it, with a translation beside it',
    async (key, detail) => {
      const english = { code: 'some', detail, attr: 'field' }
      expect(await bodyOf(key)).toEqual({ errors: [english], detail })
      const message = leavesOf(textsOfFile('de', 'refusals'), 'refusals.').find(
        ([name]) => name === key,
      )?.[1]
      expect(await bodyOf(key, GERMAN)).toEqual({ errors: [{ ...english, message }], detail })
    },
  )

  test('about a body, and those of the framework, are in the language, too', async () => {
    const send = async (payload: string, type = 'application/json') =>
      (
        await app.inject({
          method: 'POST',
          url: '/',
          headers: { ...GERMAN, 'content-type': type },
          payload,
        })
      ).json<ErrorBody>()
    const { message } = (await send('{"name":"","age":"x"}')).errors[0] ?? {}
    expect(message).toBe('Dieses Feld darf nicht leer sein.')
    const found = [
      (await send('{"age":"x"}')).detail,
      (await send(`{"name":"${'x'.repeat(40)}"}`)).detail,
      (await send('{}', 'text/x-odd')).detail,
      (await send('{')).detail,
    ]
    const german = textsOfFile('de', 'refusals')
    expect(found.slice(1)).toEqual([
      german['file_too_large'],
      german['media_type'],
      german['bad_request'],
    ])
    expect(found[0]).toContain('integer')
    expect(found[0]).not.toContain('value')
  })
})

test('a request that cannot be read is refused in the main language', async () => {
  const app = Fastify({ clientErrorHandler: brokenRequestHandler(1000, 'de') })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.end('no request\r\n\r\n')
  expect(await text(socket)).toContain('"Wir konnten diese Anfrage nicht lesen.')
  await app.close()
})

const server = join(import.meta.dirname, '../../server')
const sources = (folder: string) =>
  globSync('**/*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))

test('one handler words all refusals but those of files, and each of their sentences is used', () => {
  const code = sources(server)
  // The third puts its words on pages.
  expect(code.flatMap((one) => one.match(/\.setErrorHandler\(/g) ?? [])).toHaveLength(3)
  const literal = /\bdetail: (?:['"`]|[\w.]*\bmessage\b).*/g
  expect(code.flatMap((one) => one.match(literal) ?? [])).toEqual([])
  const all = [...code, ...sources(join(server, '../contract'))].join('\n')
  const names = leavesOf(textsOfFile('en', 'refusals'), '').map(([key]) =>
    key.replace(/_(one|other)$/, ''),
  )
  expect(names.filter((name) => !new RegExp(`['.]${name}'`).test(all))).toEqual([])
})

test('no place of a report is a literal, and every sentence of the desk is used', () => {
  const code = sources(server)
  const literal = code.flatMap((text) => text.match(/\bplace: ['`][^'`\n]* [^'`\n]*['`]/g) ?? [])
  expect(literal).toEqual([])
  const all = code.join('\n')
  const unused = leavesOf(textsOfFile('en', 'sentences'), '')
    .map(([key]) => key.replace(/^.*\.|_(one|other)$/g, ''))
    .filter((name) => !new RegExp(`['.]${name}'|\\b${name}: `).test(all))
  expect(unused).toEqual([])
})

const env = { LANGUAGES: 'en,de' }
deskTests('answers in the language of the request on %s', { env }, (server) => {
  beforeEach(() => server.empty())

  test('a file that cannot be read, and what does not arrive, are reported in German', async () => {
    const ada = await server.staff('Ada')
    const check = async (name: string, text: string) => {
      const upload = await ada.upload('import', Buffer.from(text), name)
      return server.desk.inject({
        method: 'POST',
        url: `${DESK_API_BASE}/transfer/rules/check`,
        headers: { ...GERMAN, cookie: ada.cookie, [CSRF_HEADER]: ada.csrf },
        payload: { upload },
      })
    }
    const { losses } = (await check('a.csv', 'Name,Text\nSalt,a\n,b\n')).json<TransferReport>()
    expect(losses).toEqual([
      { place: 'Zeile 3', problem: 'Die Zeile hat keinen Titel. Wir lassen sie weg.' },
    ])
    const { problems } = (await check('a.csv', 'Name,Text\n')).json<TransferReport>()
    expect(problems.map(({ problem }) => problem)).toEqual([
      'Unter der ersten Zeile mit den Namen der Spalten hat die Tabelle keine weiteren.',
    ])
  })
})
