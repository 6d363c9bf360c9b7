import { CONSENT_COOKIE } from '#contract/pages.ts'
import { localValue, periodFrom } from '#src/features/groups/planning/LocalTimes.tsx'
import { draw } from '#src/features/rules/RuleItemPage.tsx'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { printAlone, saveFile } from '#src/platform/output.ts'
import { isDebugging, nameLanguage, scrollToTop } from '#src/platform/page.ts'
import { offersPasskeys } from '#src/platform/passkeySupport.ts'
import { withLock } from '#src/store/session/reauth.ts'
import { announcePasskeysAt, withdrawHead } from '../helpers/screens/pageFeatures.ts'
import { browserWithoutPasskeys, browserWithPasskeys } from '../helpers/screens/passkeys.ts'

describe('draw', () => {
  test('takes different items, by the generator that it is given', () => {
    expect(draw(['a', 'b', 'c', 'd'], 3, () => 0)).toEqual(['a', 'b', 'c'])
    expect(draw(['a', 'b', 'c', 'd'], 3, () => 0.999)).toEqual(['d', 'c', 'b'])
  })

  test('takes what there is and leaves the list alone', () => {
    const items = [1, 2]
    expect(draw(items, 3).toSorted()).toEqual([1, 2])
    expect(items).toEqual([1, 2])
    expect(draw([], 3)).toEqual([])
  })
})

describe('the switch of the developer tools', () => {
  test('is not needed while developing', () => {
    expect(isDebugging('', false)).toBe(true)
  })

  test('is off in production, on after ?devtools, until ?devtools=off', () => {
    expect(isDebugging('', true)).toBe(false)
    expect(isDebugging('?devtools', true)).toBe(true)
    expect(isDebugging('?other=1', true)).toBe(true)
    expect(isDebugging('?devtools=off', true)).toBe(false)
    expect(isDebugging('', true)).toBe(false)
  })

  test('works for one page if storage is blocked', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(isDebugging('?devtools', true)).toBe(true)
    expect(isDebugging('', true)).toBe(false)
  })
})

test('the API lives under the origin of the page by default', () => {
  expect(apiBaseUrl()).toBe('http://localhost/api')
})

test('a file is saved under its name, and its URL is revoked', () => {
  jest.useFakeTimers()
  const revoke = jest.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: revoke })
  const clicked: string[] = []
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(`${this.download} ${this.href}`)
  })
  saveFile(new Blob(['x']), 'sheet.pdf')
  expect(clicked).toEqual(['sheet.pdf blob:one'])
  expect(document.querySelector('a')).toBeNull()
  jest.runAllTimers()
  jest.useRealTimers()
  expect(revoke).toHaveBeenCalledWith('blob:one')
})

test('scrolling returns nothing, whatever the browser returns: effects call what they get', () => {
  jest.spyOn(window, 'scrollTo').mockReturnValue(Promise.resolve() as unknown as undefined)
  expect(scrollToTop()).toBeUndefined()
})

describe('Cookies', () => {
  function writeCookie(text: string): void {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = text
  }

  afterEach(() => {
    jest.restoreAllMocks()
    for (const name of [CONSENT_COOKIE, CONSENT_COOKIE.toLowerCase()])
      writeCookie(`${name}=; max-age=0; path=/`)
  })

  test('consent is stored after it was given', () => {
    expect(hasConsent()).toBe(false)
    storeConsent()
    expect(hasConsent()).toBe(true)
  })

  test('consent under the earlier spelling counts, and the cookie is renamed (ruling 67)', () => {
    writeCookie('discordia-consent-cookie=true; path=/')
    expect(hasConsent()).toBe(true)
    expect(document.cookie).toBe('Discordia-consent-cookie=true')
    expect(hasConsent()).toBe(true)
  })

  test('consent under both spellings keeps one cookie', () => {
    for (const name of ['Discordia-consent-cookie', 'discordia-consent-cookie'])
      writeCookie(`${name}=true; path=/`)
    expect(hasConsent()).toBe(true)
  })

  test('a cookie whose name only begins alike is no consent', () => {
    writeCookie(`${CONSENT_COOKIE}-not=true; max-age=1`)
    expect(hasConsent()).toBe(false)
  })

  test('a cookie whose name only ends alike is no consent', () => {
    writeCookie(`x-${CONSENT_COOKIE}=true; max-age=1`)
    expect(hasConsent()).toBe(false)
  })

  test('it is stored for 750 days on all paths (ruling 50)', () => {
    const write = jest.spyOn(document, 'cookie', 'set')
    storeConsent()
    expect(write).toHaveBeenCalledWith(
      'Discordia-consent-cookie=true; max-age=64800000; path=/; SameSite=Lax',
    )
  })

  test('blocked cookies cause no failure', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    jest.spyOn(document, 'cookie', 'get').mockImplementation(blocked)
    jest.spyOn(document, 'cookie', 'set').mockImplementation(blocked)
    expect(storeConsent).not.toThrow()
    expect(hasConsent()).toBe(false)
  })
})

describe('Locks between tabs', () => {
  type Work = (lock: object | null) => unknown
  type Request = (
    name: string,
    ...rest: [Work] | [{ ifAvailable: boolean }, Work]
  ) => Promise<unknown>

  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

  const give = (request: Request) =>
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })

  test('without locks the work simply runs', async () => {
    const work = jest.fn(async () => 7)
    await expect(withLock('one', work)).resolves.toBe(7)
    expect(work).toHaveBeenCalledWith(false)
  })

  test('a free lock is taken without waiting', async () => {
    const names: string[] = []
    give(async (name, ...rest) => {
      names.push(name)
      return rest.at(-1) && (rest.at(-1) as Work)({})
    })
    const work = jest.fn(async () => 7)
    await expect(withLock('one', work)).resolves.toBe(7)
    expect(work.mock.calls).toEqual([[false]])
    expect(names).toEqual(['one'])
  })

  test('a taken lock is waited for, and the work gets to know that', async () => {
    give(async (_name, ...rest) => (rest.length === 2 ? rest[1](null) : rest[0]({})))
    const work = jest.fn(async () => 7)
    await expect(withLock('one', work)).resolves.toBe(7)
    expect(work.mock.calls).toEqual([[true]])
  })

  test('the work runs although the lock is refused', async () => {
    give(() => Promise.reject(new DOMException('opaque origin', 'SecurityError')))
    const work = jest.fn(async () => 7)
    await expect(withLock('one', work)).resolves.toBe(7)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('work that fails fails once', async () => {
    give(async (_name, ...rest) => (rest.length === 2 ? rest[1]({}) : rest[0]({})))
    const work = jest.fn(() => Promise.reject(new Error('refused')))
    await expect(withLock('one', work)).rejects.toThrow('refused')
    expect(work).toHaveBeenCalledTimes(1)
  })
})

describe('The time zone', () => {
  const said = (timeZone: string) =>
    jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat().resolvedOptions(),
      timeZone,
    })

  test.each([
    ['Europe/Vienna', 'Europe/Vienna'],
    ['UTC', 'UTC'],
    ['Etc/GMT-5', 'Etc/GMT-5'],
    ['Etc/Unknown', 'UTC'],
    ['', 'UTC'],
    ['+05:30', 'UTC'],
    ['Mars/Olympus', 'UTC'],
  ])('a browser that says it is in "%s" is read as %s', (named, zone) => {
    said(named)
    expect(readerTimeZone()).toBe(zone)
  })

  test('where the zone is read as UTC, the fields of a form are, too', () => {
    said('+05:30')
    expect(localValue('2027-02-01T19:00:00.000Z')).toBe('2027-02-01T19:00')
    expect(periodFrom('2027-02-01T19:00', 4)).toEqual({
      starts_at: '2027-02-01T19:00:00.000Z',
      ends_at: '2027-02-01T23:00:00.000Z',
    })
    expect(periodFrom('', 4)).toBeNull()
  })
})

const visible = () =>
  [...document.querySelectorAll<HTMLElement>('[id]')]
    .filter((element) => !element.closest('[hidden]'))
    .map(({ id }) => id)

test('only the element is printed, and the page is restored afterwards', () => {
  document.body.innerHTML = `
    <p id="header"></p>
    <main id="main"><p id="other"></p><div id="panel"><p id="code"></p></div><p id="gone" hidden></p></main>`
  const before = visible()
  const stop = printAlone(document.querySelector<HTMLDivElement>('#panel') as HTMLDivElement)
  window.dispatchEvent(new Event('beforeprint'))
  expect(visible()).toEqual(['main', 'panel', 'code'])
  window.dispatchEvent(new Event('afterprint'))
  expect(visible()).toEqual(before)

  stop()
  window.dispatchEvent(new Event('beforeprint'))
  expect(visible()).toEqual(before)
})

test('the page has the language of its texts, and a direction where that is not the usual one', () => {
  const { documentElement: root } = document
  nameLanguage('he')
  expect([root.lang, root.dir]).toEqual(['he', 'rtl'])
  nameLanguage('en')
  expect([root.lang, root.hasAttribute('dir')]).toEqual(['en', false])
})

afterEach(() => {
  browserWithoutPasskeys()
  withdrawHead()
})

test.each([
  ['https://club.example', false],
  [`${window.location.origin}:81`, false],
  [window.location.origin, true],
  [null, true],
])('passkeys of %s are offered here: %s', (origin, isOffered) => {
  expect(offersPasskeys()).toBe(false)
  browserWithPasskeys()
  if (origin !== null) announcePasskeysAt(origin)
  expect(offersPasskeys()).toBe(isOffered)
})
