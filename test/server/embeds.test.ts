import type { SiteKit, SiteState } from '#contract/siteKit.ts'
import { addEvent, addNews, changeContent, DAY } from '#test/helpers/fixtures/contents.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

const SITE = 'https://discordia.example'

deskTests('what other sites may show on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  beforeEach(() => server.empty())
  const [corvin] = staffOf(server, ['Corvin', 'superuser'])

  const get = (url: string) => server.app.inject({ url })
  const save = async (value: SiteKit) => {
    const { id, draft }: SiteState = (await corvin.get('/site')).json()
    return corvin.post('/site', { base_id: id, draft_at: draft?.updated_at ?? null, value })
  }
  const frames = async (query = '') => {
    const { headers } = await get(`/api/embed/events${query}`)
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const embed = async (query = '') => (await get(`/api/embed/events${query}`)).body

  test('the events may be framed by the hosts that the desk names, and by no other', async () => {
    expect(await frames()).toBe("'none'")
    expect((await save({ embed_hosts: 'club.example https://Graz.example:8443' })).statusCode).toBe(
      200,
    )
    expect(await frames()).toBe('club.example https://Graz.example:8443')
    expect(await frames('?view=month')).toBe('club.example https://Graz.example:8443')
    for (const hosts of ["'self'", '*', 'a.example; script-src *', 'https://a.example/path'])
      expect([hosts, (await save({ embed_hosts: hosts })).statusCode]).toEqual([hosts, 400])
    await save({})
    expect(await frames()).toBe("'none'")
  })

  test('the embed has no script, form or cookie, and links that leave the frame', async () => {
    const id = await addEvent(server, { title: '<b>Bells & "whistles"', location: 'Graz' })
    const response = await get('/api/embed/events')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['x-frame-options']).toBeUndefined()
    expect(response.body).not.toMatch(/<script|<form|<b>/)
    expect(response.body).toContain('&lt;b&gt;Bells &amp; &quot;whistles&quot;')
    expect(response.body).toContain('Graz')
    const links = response.body.match(/<a [^>]*>/g) ?? []
    expect(links).toEqual([
      `<a href="${SITE}/discordia/news/${id}" target="_blank" rel="noopener">`,
    ])
  })

  test('it shows what visitors see, and changes with it', async () => {
    expect(await embed()).toContain('No events are planned at the moment.')
    const id = await addEvent(server, { title: 'Bells' })
    await addEvent(server, { title: 'Draft', publish_at: null })
    await addNews(server, { title: 'News' })
    expect(await embed()).toContain('Bells')
    expect(await embed()).not.toMatch(/Draft|News</)
    await changeContent(server, id, { cancelled_at: server.deps.clock() })
    expect(await embed()).toMatch(/<s>Bells<\/s> \(Cancelled\)/)
    server.passTime(3 * DAY)
    expect(await embed()).not.toContain('Bells')
  })

  test('a month has its days and the way to the next ones, not to the past', async () => {
    const now = server.deps.clock()
    await addEvent(server, {
      title: 'Bells',
      starts_at: now + 40 * DAY,
      ends_at: now + 40 * DAY + 1,
    })
    const month = new Date(now + 40 * DAY).toISOString().slice(0, 7)
    expect(await embed(`?view=month&theme=dark&month=${month}`)).toContain('Bells')
    const first = await embed('?view=month&theme=dark')
    expect(first).toContain('class="embed dark"')
    expect(first.match(/month=\d{4}-\d\d/g)).toHaveLength(1)
    expect(await embed('?view=month&theme=dark&month=2000-01')).toBe(first)
    expect(await embed('?view=month&theme=dark&month=2999-01')).toBe(first)
    expect((await get('/api/embed/events?theme=blue')).statusCode).toBe(400)
  })

  test('public reads allow pages of every origin, without credentials; nothing else does', async () => {
    const mira = await server.addUser('Mira')
    const allowed = async (url: string, headers = {}) =>
      (await server.app.inject({ url, headers })).headers['access-control-allow-origin']
    for (const url of [
      'contents/active',
      'contents/news.json',
      'contents/events.ics',
      'rules/categories/',
    ])
      expect([url, await allowed(`/api/${url}`)]).toEqual([url, '*'])
    for (const url of ['rpggroups/list', 'users/profile/', 'embed/events', 'visits/log-visit/'])
      expect([url, await allowed(`/api/${url}`, mira.auth)]).toEqual([url, undefined])
    const { headers } = await get('/api/contents/active')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const asked = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/contents/active',
      headers: { origin: 'https://a.example', 'access-control-request-headers': 'authorization' },
    })
    expect(asked.headers['access-control-allow-headers']).toBeUndefined()
  })
})
