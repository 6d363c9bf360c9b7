import { watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

/** What a resting pointer fetches, and what a click then need not wait for. */
describe('pages are fetched before the click', () => {
  const built = builtSite({ world: smallWorld })
  const menu = (name: string) =>
    built.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const open = async (path: string) => {
    // Hovered links count from the moment this chunk is there.
    const ready = built.page.waitForResponse(/\/assets\/after-paint/)
    await built.page.goto(path)
    await (await ready).finished()
    await built.settled()
  }

  test('a hovered page is drawn from what the hover has fetched, with no other call', async () => {
    await open('/auth/login')
    const sent = watchCalls(built.page)
    const responses = ['active', 'activeEvents'].map((list) =>
      built.page.waitForResponse(`**/api/contents/${list}`),
    )
    await menu('News & Events').hover()
    for (const response of await Promise.all(responses)) await response.finished()
    // The chunk of the page, too.
    await built.settled()
    expect(await built.page.locator('main').getAttribute('aria-busy')).toBe('false')

    await built.page.route(/\/(api|assets)\//, (route) => route.abort())
    await menu('News & Events').click()
    await built.page.getByRole('heading', { level: 3, name: 'Event 1' }).waitFor()
    expect(sent.map(({ call }) => call)).toEqual([
      'GET /contents/active',
      'GET /contents/activeEvents',
    ])
  })

  test('the keyboard counts like the pointer, on any link to a page', async () => {
    await open('/discordia/news/1')
    const link = built.page.getByRole('region', { name: 'More Articles' }).getByRole('link').last()
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    const detail = built.page.waitForResponse(new RegExp(`/api/contents/get(Event)?/${id}$`))
    await link.focus()
    await detail
    expect(new URL(built.page.url()).pathname).toBe('/discordia/news/1')
  })

  test('the brand fetches the latest news, and the visit counts on arrival alone', async () => {
    await open('/auth/login')
    const sent = watchCalls(built.page)
    const latest = built.page.waitForResponse('**/api/contents/latest')
    await built.page.getByRole('link', { name: 'Discordia', exact: true }).hover()
    await (await latest).finished()
    expect(sent.map(({ call }) => call)).toEqual(['GET /contents/latest'])
    const visit = built.page.waitForRequest('**/api/visits/log-visit/')
    await built.page.getByRole('link', { name: 'Discordia', exact: true }).click()
    await visit
  })

  test('Save-Data fetches nothing before the click', async () => {
    await built.page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await open('/auth/login')
    const fetched: string[] = []
    built.page.on('request', (request) => fetched.push(request.url()))
    const box = await menu('Downloads').boundingBox()
    if (!box) throw new Error('no link')
    await built.page.mouse.move(box.x + 5, box.y + 5)
    await built.page.mouse.down()
    await built.page.mouse.move(5, 500)
    await built.page.mouse.up()
    // What the press fetches is requested before this.
    await built.page.evaluate(() => fetch('/robots.txt'))
    expect(fetched).toEqual([`${built.server.url}/robots.txt`])
  })
})
