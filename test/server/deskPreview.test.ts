import type { Audience } from '#contract/content.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import { announceDue } from '#server/modules/notifications/announcer.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

const MINUTE = 60_000
const FRAME = 'https://desk.example'

const news = { kind: 'news', title: 'A draft', short_description: 'Short', description: 'Long' }

const env = { PUBLIC_URL: 'https://site.example' }

deskTests('the preview of an unpublished item on %s', { env }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const draft = async (body: object = news): Promise<number> =>
    (await ada.post('/contents', body)).json().id
  /** The path of a preview, as a page of the desk on `FRAME` requests it. */
  async function previewOf(id: number): Promise<string> {
    const response = await server.desk.inject({
      method: 'POST',
      url: `${DESK_API_BASE}/contents/${id}/preview-link`,
      headers: {
        cookie: ada.cookie,
        'x-desk-csrf': ada.csrf,
        origin: FRAME,
        host: 'desk.example',
      },
    })
    expect(response.statusCode).toBe(200)
    const { origin, pathname, search } = new URL(response.json().url)
    expect([origin, pathname]).toEqual(['https://site.example', `/discordia/news/${id}`])
    return search
  }
  const site = (path: string) => server.app.inject({ method: 'GET', url: `/api/contents${path}` })

  test('the site shows a draft to holders of its signed URL only', async () => {
    const id = await draft()
    const other = await draft({ ...news, title: 'Another draft' })
    const query = await previewOf(id)
    const shown = await site(`/get/${id}${query}`)
    expect(shown.json()).toMatchObject({ id, type: 'News', title: 'A draft' })
    expect(shown.headers['cache-control']).toBe('no-store')
    expect((await site(`/getNext/${id}${query}`)).statusCode).toBe(200)
    const cut = query.slice(0, -2)
    for (const path of [
      `/get/${id}`,
      `/get/${id}${cut}`,
      `/get/${other}${query}`,
      `/get/${id}?preview=`,
    ])
      expect([path, (await site(path)).statusCode]).toEqual([path, 404])
    // The preview shows the article as it was last saved.
    await ada.put(`/contents/${id}`, { ...news, title: 'A better draft' })
    expect((await site(`/get/${id}${query}`)).json().title).toBe('A better draft')
    server.passTime(10 * MINUTE)
    expect((await site(`/get/${id}${query}`)).statusCode).toBe(404)
    expect((await site(`/active${query}`)).json()).toEqual([])
  })

  test('an event is shown as an event, and a published one as it will be', async () => {
    const event = {
      ...news,
      kind: 'event',
      starts_at: new Date(server.deps.clock() + DAY).toISOString(),
      ends_at: new Date(server.deps.clock() + DAY + 1).toISOString(),
      event_scope: 'National',
      event_type: 'Online',
    }
    const id = await draft(event)
    const query = await previewOf(id)
    expect((await site(`/get/${id}${query}`)).statusCode).toBe(404)
    expect((await site(`/getEvent/${id}${query}`)).json()).toMatchObject({ id, type: 'Event' })
  })

  test('only the desk that requested it may frame the page, which is not cached, indexed or sent as a referrer', async () => {
    const id = await draft()
    const query = await previewOf(id)
    const headersOf = async (path: string) =>
      (await server.app.inject({ method: 'GET', url: `/discordia/news/${path}` })).headers
    const framed = await headersOf(`${id}${query}`)
    expect(framed['content-security-policy']).toContain(`frame-ancestors ${FRAME};`)
    expect(framed).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(framed['x-frame-options']).toBeUndefined()
    for (const path of [`${id}`, `${id + 1}${query}`, `${id}?preview=${'a'.repeat(700)}`]) {
      const headers = await headersOf(path)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-frame-options']).toBeDefined()
    }
    const desk = await server.desk.inject({ method: 'GET', url: '/' })
    expect(desk.headers['content-security-policy']).toContain('frame-src https://site.example')
  })

  test('the desk shows how many members a publication would notify at that moment', async () => {
    const audience = async (id: number): Promise<Audience> =>
      (await ada.get(`/contents/${id}/audience`)).json()
    const id = await draft()
    expect(await audience(id)).toEqual({ members: 0, silence: null })
    const { clock } = server.deps
    for (const name of ['Una', 'Ben', 'Gone', 'Quiet']) {
      const { id: user_id } = await server.addUser(name)
      await server.insert('preferences', {
        user_id,
        notify_since: name === 'Quiet' ? null : clock(),
      })
    }
    await server.update('users', { username: 'Gone' }, { deactivated_at: 1 })
    expect(await audience(id)).toEqual({ members: 2, silence: null })
    await ada.post(`/contents/${id}/publish`)
    expect(await announceDue(server.deps)).toBe(2)
    await ada.post(`/contents/${id}/unpublish`)
    expect(await audience(id)).toEqual({ members: 0, silence: 'told' })
    const event = {
      ...news,
      kind: 'event',
      starts_at: new Date(clock() - 2).toISOString(),
      event_scope: 'National',
      event_type: 'Online',
    }
    for (const [left, expected] of [
      [1, { members: 2, silence: null }],
      [0, { members: 0, silence: 'over' }],
    ] as const) {
      const ends_at = new Date(clock() + left).toISOString()
      expect(await audience(await draft({ ...event, ends_at }))).toEqual(expected)
    }
  })
})
