import { fetchEarly, takeEarlyResponse } from '#src/platform/earlyResponses.ts'
import { afterFirstView, keepEarlyInput } from '#src/platform/firstView.ts'
import { afterPaint } from '#src/platform/page.ts'

describe('What is known at the first view', () => {
  const state = (value: DocumentReadyState) =>
    jest.spyOn(document, 'readyState', 'get').mockReturnValue(value)

  beforeEach(() => {
    jest.useFakeTimers()
    Object.assign(window, { requestIdleCallback: (work: () => void) => setTimeout(work, 10) })
  })
  afterEach(() => {
    jest.useRealTimers()
    Reflect.deleteProperty(globalThis, 'PerformanceObserver')
  })

  test('calls back once the page is loaded and the browser is idle', () => {
    state('interactive')
    const callback = jest.fn()
    afterFirstView(callback)
    jest.advanceTimersByTime(1000)
    expect(callback).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    jest.advanceTimersByTime(10)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  test('on a page that is loaded it does not wait for that', () => {
    state('complete')
    const callback = jest.fn()
    afterFirstView(callback)
    jest.advanceTimersByTime(10)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  test.each(['pointerdown', 'keydown', 'focusin'])('%s starts at once, and once', (sign) => {
    state('interactive')
    const callback = jest.fn()
    afterFirstView(callback)
    window.dispatchEvent(new Event(sign))
    window.dispatchEvent(new Event('load'))
    window.dispatchEvent(new Event(sign))
    jest.runAllTimers()
    expect(callback).toHaveBeenCalledTimes(1)
  })

  test('a picture that never arrives does not keep it waiting', () => {
    state('interactive')
    const callback = jest.fn()
    afterFirstView(callback)
    jest.advanceTimersByTime(4000)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  test('where the browser reports paints, the first one with content is awaited', () => {
    state('complete')
    const reported: ((list: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void)[] = []
    class FakeObserver {
      static readonly supportedEntryTypes = ['paint']
      readonly observe = jest.fn()
      readonly disconnect = jest.fn()
      constructor(report: (typeof reported)[number]) {
        reported.push(report)
      }
    }
    Object.assign(globalThis, { PerformanceObserver: FakeObserver })
    const paints = (...names: string[]) =>
      reported[0]?.({
        getEntriesByName: (name) => names.filter((each) => each === name) as never,
      })
    const callback = jest.fn()
    afterFirstView(callback)
    paints('first-paint')
    jest.advanceTimersByTime(1000)
    expect(callback).not.toHaveBeenCalled()
    paints('first-contentful-paint')
    jest.advanceTimersByTime(10)
    expect(callback).toHaveBeenCalledTimes(1)
  })
})

describe('Work after the paint', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  test('it calls back once, in a task after the next frame', () => {
    const callback = jest.fn()
    afterPaint(callback)
    jest.advanceTimersToNextFrame()
    expect(callback).not.toHaveBeenCalled()
    jest.advanceTimersByTime(1)
    expect(callback).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(1000)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  test('a hidden tab, which is not painted, is called back after a tenth of a second', () => {
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    const callback = jest.fn()
    afterPaint(callback)
    jest.advanceTimersByTime(99)
    expect(callback).not.toHaveBeenCalled()
    jest.advanceTimersByTime(1)
    expect(callback).toHaveBeenCalledTimes(1)
  })
})

describe('Input before the page responds', () => {
  /* test/e2e/rendered.test.ts tests that React takes over the fields. */

  const page = (html: string) => {
    document.body.innerHTML = html
    return document.body
  }
  afterEach(() => {
    document.body.innerHTML = ''
  })

  test('a press before the scripts submits nothing, and the last one is repeated once', () => {
    const body = page(
      '<form><button id="first">a</button><button id="last"><i>b</i></button></form>',
    )
    const submitted = jest.fn((event: Event) => event.preventDefault())
    body.addEventListener('submit', submitted)
    const end = keepEarlyInput()
    body.querySelector<HTMLElement>('#first')?.click()
    body.querySelector<HTMLElement>('#last i')?.click()
    expect(submitted).not.toHaveBeenCalled()
    const pressed: string[] = []
    body.addEventListener('click', ({ target }) => pressed.push((target as Element).id))
    end()()
    expect(pressed).toEqual(['last'])
    expect(submitted).toHaveBeenCalledTimes(1)
  })

  test('a removed button is not pressed', () => {
    const body = page('<button>a</button>')
    const end = keepEarlyInput()
    const button = body.querySelector('button')
    button?.click()
    const heard = jest.fn()
    button?.addEventListener('click', heard)
    button?.remove()
    end()()
    expect(heard).not.toHaveBeenCalled()
  })

  test('links and other elements are ignored', () => {
    const body = page('<a href="#x">a</a>')
    keepEarlyInput()
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    body.querySelector('a')?.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })

  test('typed and chosen input is repeated; untouched fields are not', () => {
    const body = page(
      '<input id="text" value="old"><textarea id="area"></textarea><input id="box" type="checkbox" checked><input id="same" value="x">',
    )
    const end = keepEarlyInput()
    const field = (id: string) => body.querySelector<HTMLInputElement>(`#${id}`)
    for (const [id, value] of [
      ['text', 'new'],
      ['area', 'lines'],
    ] as const) {
      Object.assign(field(id) ?? {}, { value })
      field(id)?.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field('box')?.click()
    const told: string[] = []
    for (const type of ['input', 'change'])
      body.addEventListener(type, ({ target }) => told.push((target as Element).id))
    end()()
    expect(new Set(told)).toEqual(new Set(['text', 'area', 'box']))
    expect([field('text')?.value, field('area')?.value, field('box')?.checked]).toEqual([
      'new',
      'lines',
      false,
    ])
  })
})

const URL_OF_GROUPS = 'http://localhost/api/rpggroups/list'
const asked = (token: string, url = URL_OF_GROUPS) =>
  new Request(url, { headers: { authorization: `Bearer ${token}` } })

test('an early response is for one call with the same address and the same token', async () => {
  const network = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('[]'))
  fetchEarly(URL_OF_GROUPS, 'access-1')
  expect(network).toHaveBeenCalledTimes(1)
  expect(takeEarlyResponse(asked('access-2'))).toBeUndefined()
  expect(takeEarlyResponse(asked('access-1', `${URL_OF_GROUPS}/invites`))).toBeUndefined()
  const response = await takeEarlyResponse(asked('access-1'))
  expect(await response?.text()).toBe('[]')
  expect(takeEarlyResponse(asked('access-1'))).toBeUndefined()
  network.mockRestore()
})
