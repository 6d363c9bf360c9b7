import { messagesApi } from '#src/store/messages/api.ts'
import { setupStore } from '#src/store/store.ts'
import { letFormsBeRead } from '../helpers/screens/forms.ts'

const { sendMessage } = messagesApi.endpoints

/** What the mail service's client refuses by itself, each by a switch of the build (behaviour 8.6; ruling 52). */
describe('a message that does not leave the browser', () => {
  letFormsBeRead()
  const before = process.env
  let asked: jest.SpyInstance

  beforeEach(() => {
    asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('OK'))
  })
  afterEach(() => {
    process.env = before
    sessionStorage.clear()
    Reflect.deleteProperty(navigator, 'webdriver')
  })

  const form = (email = 'wren@example.org') => {
    const element = document.createElement('form')
    element.innerHTML = `<input name="email" value="${email}">`
    return element
  }
  const send = (element = form()) =>
    setupStore(undefined, { devTools: false }).dispatch(sendMessage.initiate(element))
  const switchOn = (name: string, value: string) => {
    process.env = { ...before, [name]: value }
  }
  const beAutomated = () =>
    Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true })

  test('451: unavailable for a headless browser', async () => {
    beAutomated()
    switchOn('EMAILJS_BLOCK_HEADLESS', 'true')
    expect((await send()).error).toMatchObject({ status: 451 })
    expect(asked).not.toHaveBeenCalled()
  })

  test('403: forbidden to an e-mail address of the list, and to no other', async () => {
    switchOn('EMAILJS_BLOCK_LIST', 'bot@noise.example,wren@example.org')
    expect((await send()).error).toMatchObject({ status: 403 })
    expect(asked).not.toHaveBeenCalled()
    expect((await send(form('nele@example.org'))).error).toBeUndefined()
  })

  test('429: too many requests within the throttle', async () => {
    switchOn('EMAILJS_THROTTLE_MS', '60000')
    expect((await send()).error).toBeUndefined()
    expect((await send()).error).toMatchObject({ status: 429 })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('nothing of this without the switches', async () => {
    beAutomated()
    expect((await send()).error).toBeUndefined()
    expect((await send()).error).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
