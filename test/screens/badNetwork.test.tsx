import { act, screen, waitFor } from '@testing-library/react'
import { Screen as DownloadsPage } from '#src/features/downloads/DownloadsPage.tsx'
import { OfflineStatus } from '#src/features/offline/OfflineControls.tsx'
import { writeCopyMark } from '#src/offline/lateResponse.ts'
import { noteResponse } from '#src/platform/offline.ts'
import { serverResponds } from '#src/platform/serverResponds.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { aDownloadCategory, aDownloadFile, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, noNetwork, reply } from '#test/helpers/screens/fakeApi.ts'
import { fakeDevice } from '#test/helpers/screens/fakeDevice.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const listOf = (display_name: string) => [
  aDownloadCategory({
    id: id(1),
    title: 'Table',
    download_files: [aDownloadFile({ id: id(1), display_name })],
  }),
]
const NOTE = /^You’re offline/
const note = () => screen.findByText(NOTE)

describe('a browser that says it has a network (behaviour 12.14)', () => {
  const device = fakeDevice()
  const worker = new EventTarget()
  let isThere = true
  beforeEach(() => {
    isThere = true
    act(noteResponse)
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  })
  afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

  /** The calls of the page, and the file by which it looks whether the server is there. */
  function open(listDownloads: () => unknown) {
    const api = fakeApi({ listDownloads })
    const send = jest.mocked(globalThis.fetch).getMockImplementation() ?? globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (input !== '/sw.js') return send(input, init)
      if (!isThere) throw new TypeError('Failed to fetch')
      return new Response(null, { headers: { 'Content-Type': 'text/javascript' } })
    })
    const view = renderWithStore(
      <>
        <DownloadsPage />
        <OfflineStatus waiting={null} />
      </>,
      { at: '/discordia/downloads' },
    )
    return { api, ...view }
  }
  const retry = async ({ user }: ReturnType<typeof open>) =>
    user.click(await screen.findByRole('button', { name: 'Try again' }))

  test('is offline after a failed call, until a call succeeds', async () => {
    isThere = false
    const page = open(noNetwork)
    await note()
    page.api.respond({ listDownloads: listOf('Sheet') })
    await retry(page)
    await screen.findByRole('button', { name: 'Sheet' })
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  test.each<[string, () => unknown]>([
    ['a single call fails, as extensions block some', noNetwork],
    ['the server fails in one place', () => reply(500, {})],
    ['the server refuses', () => reply(404, { errors: [], detail: 'x' })],
  ])('is not offline if %s', async (_, failure) => {
    open(failure)
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  test('is offline if the page of a public network comes for everything, until the server is back', async () => {
    isThere = false
    jest.useFakeTimers()
    open(() => new Response('<html>Log in</html>', { headers: { 'Content-Type': 'text/html' } }))
    await act(() => jest.advanceTimersByTimeAsync(100))
    expect(screen.getByText(NOTE)).toBeInTheDocument()
    isThere = true
    await act(() => jest.advanceTimersByTimeAsync(5000))
    expect(screen.queryByText(NOTE)).toBeNull()
    jest.useRealTimers()
  })

  test('shows a copy with its time, which the late response replaces without the loading overlay', async () => {
    device.keep({})
    const copy = reply(200, listOf('Old sheet'))
    const at = new Date(2026, 2, 1, 19, 30).getTime()
    writeCopyMark(copy.headers, { isLate: true, at })
    const { api, store } = open(() => copy)
    await screen.findByRole('button', { name: 'Old sheet' })
    expect(await note()).toHaveTextContent(/This copy is from .*19:30/)
    let wasLoading = false
    const stop = store.subscribe(() => {
      wasLoading ||= selectIsLoading(store.getState())
    })
    const late = {
      url: 'http://localhost/api/downloads/active',
      headers: [['Content-Type', 'application/json']],
      text: JSON.stringify(listOf('New sheet')),
    }
    act(() => void worker.dispatchEvent(new MessageEvent('message', { data: { late } })))
    await screen.findByRole('button', { name: 'New sheet' })
    stop()
    expect(screen.queryByRole('button', { name: 'Old sheet' })).toBeNull()
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
    expect([wasLoading, api.calls('listDownloads').length]).toEqual([false, 1])
  })

  test('fetches what it has copies of anew when the server is back', async () => {
    jest.useFakeTimers()
    isThere = false
    const copy = reply(200, listOf('Old sheet'))
    writeCopyMark(copy.headers, { isLate: false, at: 1 })
    const { api } = open(() => copy)
    await act(() => jest.advanceTimersByTimeAsync(5000))
    expect(screen.getByRole('button', { name: 'Old sheet' })).toBeInTheDocument()
    api.respond({ listDownloads: listOf('New sheet') })
    isThere = true
    await act(() => jest.advanceTimersByTimeAsync(5100))
    expect(screen.getByRole('button', { name: 'New sheet' })).toBeInTheDocument()
    expect(screen.queryByText(NOTE)).toBeNull()
    jest.useRealTimers()
  })
})

const sent = (status: number, type: string) =>
  new Response(null, { status, headers: { 'Content-Type': type } })

test.each([
  ['its script', sent(200, 'text/javascript'), true],
  ['the page of a public network', sent(200, 'text/html; charset=utf-8'), false],
  ['the failure of a proxy', sent(502, 'text/plain'), false],
])('%s says whether the server responds', async (_, response, expected) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(response)
  expect(await serverResponds()).toBe(expected)
})
