import { startI18n } from '#src/i18n/i18n.ts'
import { languageOf, shownLanguage } from '#src/i18n/language.ts'
import { readCookie } from '#src/platform/cookies.ts'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { english as translation } from '#test/helpers/texts.ts'

const ENGLISH = '/locales/en/translation.json'

/** Serves the files by language; others are a 404. */
function serve(files: Record<string, () => Response | Promise<Response>>): string[] {
  const asked: string[] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const path = new URL(String(input instanceof Request ? input.url : input), location.href)
      .pathname
    asked.push(path)
    const language = path.split('/')[2] ?? ''
    return files[language]?.() ?? new Response('Not found', { status: 404 })
  })
  return asked
}

const english = () => Response.json(translation)
const browserSpeaks = (...languages: string[]) => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  jest.spyOn(navigator, 'language', 'get').mockReturnValue(languages[0] ?? '')
}
const stored = () => [
  localStorage.getItem('selectedLanguage'),
  localStorage.getItem('selectedLanguage2'),
]

beforeEach(() => browserSpeaks('en-GB'))
afterEach(() => {
  jest.useRealTimers()
  history.replaceState(null, '', '/')
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'i18next=; max-age=0'
  document.documentElement.lang = 'en'
})

test('English is fetched once, drawn and remembered under both keys', async () => {
  const asked = serve({ en: english })
  const { i18n, ready } = startI18n()
  await ready
  expect(i18n.t('toast.welcome')).toBe('Welcome to Discordia!')
  await Promise.resolve()
  expect(asked).toEqual([ENGLISH])
  expect(stored()).toEqual(['en', 'en'])
})

test('a missing language is requested once, beside English, and the first paint does not wait', async () => {
  browserSpeaks('de-AT', 'en')
  const asked = serve({ en: english })
  const { i18n, ready } = startI18n()
  await ready
  expect(asked.toSorted()).toEqual(['/locales/de/translation.json', ENGLISH])
  expect(i18n.t('toast.welcome')).toBe('Welcome to Discordia!')
  expect(i18n.resolvedLanguage).toBe('en')
})

describe('on a site that announces its languages', () => {
  const german = () => Response.json({ toast: { welcome: 'Willkommen!' } })

  test('an announced language is read alone, and a server learns of it by a cookie', async () => {
    announce('en de')
    browserSpeaks('en-GB')
    history.replaceState(null, '', '/?lng=de')
    const asked = serve({ en: english, de: german })
    const { i18n, ready } = startI18n()
    await ready
    await Promise.resolve()
    expect(asked).toEqual(['/locales/de/translation.json'])
    expect([i18n.t('toast.welcome'), readCookie('i18next')]).toEqual(['Willkommen!', 'de'])
  })

  test('the first language of the browser needs no cookie', async () => {
    announce('en de')
    browserSpeaks('de-AT', 'en')
    serve({ en: english, de: german })
    await startI18n().ready
    await Promise.resolve()
    expect([stored()[0], readCookie('i18next')]).toEqual(['de', null])
  })

  test('a language that is chosen back is that of the next page, too', async () => {
    announce('en de')
    browserSpeaks('en-GB')
    serve({ en: english, de: german })
    const { i18n, ready } = startI18n()
    await ready
    for (const language of ['de', 'en']) {
      await i18n.changeLanguage(language)
      expect([stored()[0], readCookie('i18next')]).toEqual([language, language])
    }
  })

  test('visitors with another language read the main one', async () => {
    announce('de en')
    browserSpeaks('fr', 'en')
    const asked = serve({ en: english, de: german })
    const { i18n, ready } = startI18n()
    await ready
    expect(asked.toSorted()).toEqual([
      '/locales/de/translation.json',
      '/locales/fr/translation.json',
    ])
    expect([i18n.t('toast.welcome'), readCookie('i18next')]).toEqual(['Willkommen!', null])
  })
})

test('English is there while the other language is still being retried', async () => {
  jest.useFakeTimers()
  browserSpeaks('de')
  const asked = serve({ en: english, de: () => new Response('', { status: 503 }) })
  const { i18n, ready } = startI18n()
  await ready
  expect(i18n.t('toast.welcome')).toBe('Welcome to Discordia!')
  const german = () => asked.filter((path) => path.startsWith('/locales/de/')).length
  // 350 ms, then twice as long each time, five times.
  for (const [index, wait] of [350, 700, 1400, 2800, 5600].entries()) {
    await jest.advanceTimersByTimeAsync(wait - 1)
    expect(german()).toBe(index + 1)
    await jest.advanceTimersByTimeAsync(1)
    expect(german()).toBe(index + 2)
  }
  await jest.advanceTimersByTimeAsync(60_000)
  expect(german()).toBe(6)
})

test('the page is painted even without texts', async () => {
  jest.useFakeTimers()
  serve({ en: () => Promise.reject(new TypeError('Failed to fetch')) })
  const { ready } = startI18n()
  const painted = jest.fn()
  void ready.then(painted)
  await jest.advanceTimersByTimeAsync(2999)
  expect(painted).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  expect(painted).toHaveBeenCalled()
})

test('a file that the server refuses or truncates is not retried', async () => {
  jest.useFakeTimers()
  browserSpeaks('de')
  const asked = serve({ de: () => new Response('{"toast": {"wel') })
  await startI18n().ready
  await jest.advanceTimersByTimeAsync(60_000)
  expect(asked.toSorted()).toEqual(['/locales/de/translation.json', ENGLISH])
})

test('a file that could not be fetched is retried', async () => {
  jest.useFakeTimers()
  const responses = [Promise.reject(new TypeError('Failed to fetch')), english()]
  serve({ en: () => responses.shift() ?? Response.error() })
  const { i18n, ready } = startI18n()
  await jest.advanceTimersByTimeAsync(350)
  await ready
  expect(i18n.t('toast.welcome')).toBe('Welcome to Discordia!')
})

test('truncated JSON does not crash', async () => {
  serve({ en: () => new Response('{"toast": {"wel') })
  const { i18n, ready } = startI18n()
  await ready
  expect(i18n.t('toast.welcome')).toBe('toast.welcome')
})

describe('the order of detection (behaviour 1.4; ruling 40)', () => {
  const first = async () => {
    const asked = serve({ en: english })
    await startI18n().ready
    return asked.find((path) => path !== ENGLISH)
  }

  test('query, then cookie, then the stored choice, then that of the tab, the browser and the document', async () => {
    browserSpeaks()
    document.documentElement.lang = 'sv'
    expect(await first()).toBe('/locales/sv/translation.json')
    document.documentElement.lang = 'en'
    localStorage.clear()
    browserSpeaks('fr')
    expect(await first()).toBe('/locales/fr/translation.json')
    localStorage.clear()
    sessionStorage.setItem('selectedLanguage', 'da')
    expect(await first()).toBe('/locales/da/translation.json')
    localStorage.setItem('selectedLanguage', 'is')
    expect(await first()).toBe('/locales/is/translation.json')
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = 'i18next=de'
    expect(await first()).toBe('/locales/de/translation.json')
    history.replaceState(null, '', '/?lng=nl')
    expect(await first()).toBe('/locales/nl/translation.json')
  })

  test.each(['../../secret', '..', '<b>', '12', '%2e%2e%2f', '__proto__'])(
    'lng=%s never reaches a path',
    async (value) => {
      history.replaceState(null, '', `/?lng=${encodeURIComponent(value)}`)
      expect(await first()).toBeUndefined()
    },
  )

  test.each(['null', 'undefined', '', '{}', '42'])('a stored %j is no choice', async (value) => {
    browserSpeaks('fr')
    localStorage.setItem('selectedLanguage', value)
    expect(await first()).toBe('/locales/fr/translation.json')
  })
})

test.each([
  ['en-US', 'en'],
  ['EN', 'en'],
  ['de', 'de'],
  ['null', null],
  ['undefined', null],
  ['1e', null],
  ['é', null],
  ['', null],
  [null, null],
])('the language in %j is %j', (code, language) => {
  expect(languageOf(code)).toBe(language)
})

test('the site names the stored choice, else the language of the browser, else English', () => {
  localStorage.setItem('selectedLanguage', 'is')
  browserSpeaks('de-AT')
  expect(shownLanguage()).toBe('is')
  localStorage.clear()
  expect(shownLanguage()).toBe('de')
  browserSpeaks('')
  expect(shownLanguage()).toBe('en')
})

test('full storage causes no failure', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  serve({ en: english })
  const { i18n, ready } = startI18n()
  await ready
  expect(i18n.t('toast.welcome')).toBe('Welcome to Discordia!')
})
