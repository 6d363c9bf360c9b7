import { downloadFile } from '#src/store/downloads/api.ts'
import { messagesApi } from '#src/store/messages/api.ts'
import { setupStore } from '#src/store/store.ts'
import { asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, noNetwork, refusal } from '../helpers/screens/fakeApi.ts'
import { letFormsBeRead } from '../helpers/screens/forms.ts'

const makeStore = () => setupStore(asMember(), { devTools: false })
const { sendMessage } = messagesApi.endpoints

describe('a download', () => {
  const saved: { name: string; blob: Promise<string> }[] = []
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] })
    saved.length = 0
    let last: Blob = new Blob()
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        last = blob
        return 'blob:one'
      },
      revokeObjectURL: () => {},
    })
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: last.text() })
    })
  })
  afterEach(() => void jest.useRealTimers())

  const file = (headers?: HeadersInit) => new Response('twelve bytes', { headers })
  const get = (onProgress?: (share: number | null) => void) =>
    makeStore().dispatch(downloadFile({ id: id(3), fileName: 'sheet.pdf', onProgress }))

  test('is saved under its file name', async () => {
    const api = fakeApi({ downloadFile: file() })
    await get().unwrap()
    expect(api.calls()).toMatchObject([{ method: 'GET', path: '/downloads/download/3' }])
    expect(saved.map(({ name }) => name)).toEqual(['sheet.pdf'])
    expect(await saved[0]?.blob).toBe('twelve bytes')
  })

  test('reports how much has arrived', async () => {
    fakeApi({ downloadFile: file({ 'Content-Length': '12' }) })
    const shares: (number | null)[] = []
    await get((share) => shares.push(share)).unwrap()
    expect(shares.at(-1)).toBe(1)
    expect(await saved[0]?.blob).toBe('twelve bytes')
  })

  test('of unknown size says so', async () => {
    fakeApi({ downloadFile: file() })
    const shares: (number | null)[] = []
    await get((share) => shares.push(share)).unwrap()
    expect(new Set(shares)).toEqual(new Set([null]))
  })

  test.each([refusal(404), noNetwork])('that fails saves nothing', async (answer) => {
    fakeApi({ downloadFile: answer })
    const { payload } = await get()
    expect(payload).toMatchObject({ status: expect.anything() })
    expect(saved).toEqual([])
  })
})

describe('a message', () => {
  letFormsBeRead()
  const form = () => {
    const element = document.createElement('form')
    element.innerHTML = `
      <input name="name" value="Wren"><input name="email" value="wren@example.org">
      <input name="subject" value="Bells"><textarea name="message">They rang.</textarea>`
    return element
  }
  const mailService = (status: number, text: string) => {
    const asked: { url: string; body: unknown }[] = []
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      asked.push({ url: new Request(url).url, body: init?.body })
      return new Response(text, { status })
    })
    return asked
  }

  test('is sent to the mail service as a form', async () => {
    const asked = mailService(200, 'OK')
    await makeStore().dispatch(sendMessage.initiate(form())).unwrap()
    expect(asked.map(({ url }) => url)).toEqual(['http://localhost/api/v1.0/email/send-form'])
    const fields = Object.fromEntries(asked[0]?.body as FormData)
    expect(fields).toMatchObject({
      name: 'Wren',
      email: 'wren@example.org',
      subject: 'Bells',
      message: 'They rang.',
      service_id: expect.any(String),
      template_id: expect.any(String),
      user_id: expect.any(String),
      lib_version: expect.any(String),
    })
  })

  test('that the service refuses is an error with its status', async () => {
    mailService(429, 'Too many requests')
    const { error } = await makeStore().dispatch(sendMessage.initiate(form()))
    expect(error).toEqual({ status: 429, data: 'Too many requests' })
  })

  test('without a network is an error as well', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const { error } = await makeStore().dispatch(sendMessage.initiate(form()))
    expect(error).toMatchObject({ error: expect.stringContaining('Failed to fetch') })
  })
})
