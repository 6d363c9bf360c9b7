import { CONSENT_COOKIE } from '#contract/limits.ts'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'

function writeCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = text
}

afterEach(() => {
  jest.restoreAllMocks()
  for (const name of [CONSENT_COOKIE, CONSENT_COOKIE.toLowerCase()])
    writeCookie(`${name}=; max-age=0; path=/`)
})

test('consent is there after it was given', () => {
  expect(hasConsent()).toBe(false)
  storeConsent()
  expect(hasConsent()).toBe(true)
})

test('whoever accepted under the earlier spelling is not asked again, and has the cookie renamed (ruling 67)', () => {
  writeCookie('discordia-consent-cookie=true; path=/')
  expect(hasConsent()).toBe(true)
  expect(document.cookie).toBe('Discordia-consent-cookie=true')
  expect(hasConsent()).toBe(true)
})

test('who has accepted under both spellings keeps the one', () => {
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

test('blocked cookies are no reason to fail', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  jest.spyOn(document, 'cookie', 'get').mockImplementation(blocked)
  jest.spyOn(document, 'cookie', 'set').mockImplementation(blocked)
  expect(storeConsent).not.toThrow()
  expect(hasConsent()).toBe(false)
})
