import type { ContentId, MemberId } from '#contract/ids.ts'
import { MAIL_KINDS, type MailKind, unsubscribeTokens } from '#server/mail/unsubscribeToken.ts'
import { type ArticlePreview, previewTokens } from '#server/modules/content/preview.ts'
import { post } from '#test/helpers/server/accounts.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const SECRET = 'a secret of sixty-four characters'

const member = 7 as MemberId

describe('the token of an unsubscribe link', () => {
  const { tokenOf, memberOf } = unsubscribeTokens(SECRET)
  const token = tokenOf(member)
  const [, mac = ''] = token.split('.')
  /** Signed, but with an id that no member has. */
  const signed = (id: string) => tokenOf(id as unknown as MemberId)

  test('names its member', () => {
    expect(memberOf(token)).toBe(member)
    expect(memberOf(tokenOf(2_147_483_647 as MemberId))).toBe(2_147_483_647)
  })

  test.each([
    ['nothing', ''],
    ['the id alone', '7'],
    ['no id', `.${mac}`],
    ['an empty signature', '7.'],
    ['the signature of another id', `8.${mac}`],
    ['a signature that is cut', token.slice(0, -1)],
    ['a signature that is too long', `${token}A`],
    ['something before it', `a${token}`],
    ['a line before it', `\n${token}`],
    ['an id with a leading zero', signed('07')],
    ['zero', signed('0')],
    ['a signed word', signed('1a')],
    ['an id of eleven digits', signed('12345678901')],
    ['a token for other mails', unsubscribeTokens(SECRET, 'invite_mails').tokenOf(member)],
    ['a token of another secret', unsubscribeTokens(`${SECRET}.`).tokenOf(member)],
  ])('is invalid as %s', (_what, bad) => {
    expect(memberOf(bad)).toBeNull()
  })

  test('of one kind of mails stops no other', () => {
    const kinds = Object.keys(MAIL_KINDS) as MailKind[]
    const tokens = kinds.map((kind) => unsubscribeTokens(SECRET, kind).tokenOf(member))
    for (const [n, kind] of kinds.entries()) {
      const stopped = tokens.map((one) => unsubscribeTokens(SECRET, kind).memberOf(one))
      expect(stopped).toEqual(kinds.map((_, other) => (other === n ? member : null)))
    }
  })
})

describe('the token of a preview', () => {
  const { tokenOf, previewOf } = previewTokens(SECRET)
  const preview: ArticlePreview = {
    id: 3 as ContentId,
    expires: 1000,
    frame: 'https://desk.example',
  }
  const token = tokenOf(preview)

  test('has the article, the expiry, and the origin that may frame it', () => {
    expect(previewOf(token, 999)).toEqual(preview)
    expect(previewOf(token, 1000)).toBeNull()
  })

  test.each(['http://[::1]:3001', 'http://localhost:3001', 'https://desk.example'])(
    'allows framing by %s',
    (frame) => expect(previewOf(tokenOf({ ...preview, frame }), 0)).not.toBeNull(),
  )

  test.each([
    'desk.example',
    'javascript:alert(1)',
    "https://desk.example; script-src 'unsafe-inline'",
    'https://desk.example/page',
    ' https://desk.example',
    'ftp://desk.example',
    '',
  ])('allows no framing by %j', (frame) => {
    expect(previewOf(tokenOf({ ...preview, frame }), 0)).toBeNull()
  })

  /** Longer than any that is made. */
  const long = 'https://'.padEnd(600, 'a')
  test.each([
    ['null', null],
    ['an array', [token]],
    ['nothing', ''],
    ['no signature', token.split('.')[0]],
    ['an empty text', `.${token.split('.')[1]}`],
    ['a signature that is cut', token.slice(0, -1)],
    ['something behind it', `${token}A`],
    ['something before it', `!${token}`],
    ['another text', `A${token}`],
    ['more than 600 characters', tokenOf({ ...preview, frame: long })],
    ['a token of another secret', previewTokens(`${SECRET}.`).tokenOf(preview)],
    ['a token for something else', unsubscribeTokens(SECRET).tokenOf(member)],
  ])('is invalid as %s', (_what, bad) => {
    expect(previewOf(bad, 0)).toBeNull()
  })

  test('may have 600 characters', () => {
    const frame = 'https://'.padEnd(383, 'a')
    const longest = tokenOf({ ...preview, frame })
    expect(longest).toHaveLength(600)
    expect(previewOf(longest, 0)).not.toBeNull()
  })
})

serverTests('the Authorization header', { engines: ['sqlite'] }, (server) => {
  let user: TestUser
  beforeAll(async () => {
    user = await server.addUser('Olwen')
  })

  const codeOf = async (url: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await server.app.inject({ url, headers })
    return response.statusCode === 200 ? 200 : response.json().errors[0].code
  }
  const forMembers = '/api/users/profile/'
  const forAll = '/api/glossary/entries/'

  test.each(['Bearer', 'bearer', 'BEARER'])('is %s and the token', async (scheme) => {
    const header = `${scheme} ${user.tokens.access}`
    expect([await codeOf(forMembers, header), await codeOf(forAll, header)]).toEqual([200, 200])
  })

  test('may be absent in the optional scope', async () => {
    expect([await codeOf(forMembers), await codeOf(forAll)]).toEqual(['not_authenticated', 200])
  })

  test.each([
    ['is empty', () => ''],
    ['has no token', () => 'Bearer'],
    ['has no scheme', () => user.tokens.access],
    ['has another scheme', () => `Basic ${user.tokens.access}`],
    ['has something before the scheme', () => `My Bearer ${user.tokens.access}`],
    ['has something behind the token', () => `Bearer ${user.tokens.access} more`],
    ['has a refresh token', () => `Bearer ${user.tokens.refresh}`],
  ])('is refused when it %s', async (_what, header) => {
    for (const url of [forMembers, forAll])
      expect(await codeOf(url, header())).toBe('token_not_valid')
  })
})

serverTests('an unknown id of a mailed link, on %s', (server) => {
  // The longest is near the limit of a body without a token, 64 kB.
  const lengths = [0, 1, 43, 400, 401, 5000, 60_000]
  const ofLength = (length: number) => ({ request_id: 'x'.repeat(length) })

  test.each(lengths)('activates nothing: 404, with %d characters', async (length) => {
    const response = await post(server, '/discordia/verify-activate-user/', ofLength(length))
    expect([response.statusCode, response.json().errors[0].code]).toEqual([
      404,
      'activation_not_found',
    ])
  })

  test.each(lengths)(
    'is no valid reset link: `valid: false`, with %d characters',
    async (length) => {
      const response = await post(server, '/discordia/verify-change-password/', ofLength(length))
      expect([response.statusCode, response.json()]).toEqual([200, { valid: false }])
    },
  )

  test.each(lengths)('sets no password: an invalid link, with %d characters', async (length) => {
    const body = { ...ofLength(length), new_password: 'Silver-Pear-413' }
    const response = await post(server, '/discordia/verified-change-password/', body)
    expect([response.statusCode, response.json().errors[0].code]).toEqual([400, 'invalid_link'])
  })

  test.each([1, 43, 201, 500, 501, 5000])(
    'unsubscribes nothing: 404, with %d characters',
    async (length) => {
      for (const method of ['GET', 'POST'] as const) {
        const url = `/api/notifications/unsubscribe/${'x'.repeat(length)}`
        expect((await server.app.inject({ method, url })).statusCode).toBe(404)
      }
    },
  )

  test('must be a text and present', async () => {
    for (const body of [{}, { request_id: 7 }, { request_id: null }])
      expect((await post(server, '/discordia/verify-activate-user/', body)).statusCode).toBe(400)
  })
})
