import { type BackendModule, createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { addDateWords, type DateWords } from '#shared/dateWords.ts'
import { isDraftStamp } from '#shared/kit.ts'
import { namedLanguages, rememberForServer } from '#src/platform/languages.ts'
import { kitIn, kitText, kitUrl } from '#src/platform/page.ts'
import { readKey, writeKey } from '#src/platform/storage.ts'
import { commonOptions, languageOf } from './language.ts'

/** How long the first paint waits for texts; then the keys are shown. */
const TEXTS_WITHIN_MS = 3000

/**
 * Starts the languages of a browser: detected in the order of behaviour 1.3, fetched from /locales, with English as
 * fallback. `texts` resolves with the first texts, because the response for a missing language is late or never comes.
 * `ready` does not wait longer than `TEXTS_WITHIN_MS`.
 */
export function startI18n(): { i18n: I18n; texts: Promise<void>; ready: Promise<void> } {
  if (languageOf(readKey('selectedLanguage')) === null) writeKey('selectedLanguage', null)

  const i18n = createInstance()
  i18n.use(textsBackend).use(initReactI18next)
  i18n.on('languageChanged', storeChoice)
  const ended = i18n.init({
    ...commonOptions,
    lng: detectedLanguage(),
    initAsync: false,
    // The connector's defaults: five retries, after 350 ms and then twice as long each time, ten reads at once
    // (behaviour 1.4).
  })

  const texts = new Promise<void>((resolve) => {
    i18n.store.on('added', () => resolve())
    void ended.finally(resolve)
  })
  const limit = new Promise<void>((resolve) => setTimeout(resolve, TEXTS_WITHIN_MS))
  return { i18n, texts, ready: Promise.race([texts, limit]) }
}

/** `selectedLanguage2` has no use of its own: written beside the first, never read for logic (ruling 40). */
function storeChoice(language: string): void {
  // The preview of a draft is in the language of the texts that the desk shows.
  if (isDraftStamp(kitIn(kitText())?.stamp ?? '')) return
  for (const key of ['selectedLanguage', 'selectedLanguage2'] as const) {
    if (readKey(key) !== language) writeKey(key, language)
  }
  rememberForServer(language)
}

type Texts = { readonly dates?: DateWords }

/**
 * Reads the texts of a language for i18next, whose own connector retries and limits the reads. A server that fails or
 * cannot be reached is retried; a missing or truncated file is final (behaviour 1.4).
 */
const textsBackend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init() {},
  read(language, namespace, callback) {
    const fail = (mayPass: boolean) => (error: unknown) => callback(String(error), mayPass)
    const file = kitUrl(`/locales/${language}/${namespace}.json`, kitIn(kitText()))
    fetch(file).then(
      (response) =>
        response.ok
          ? response.json().then((texts: Texts) => {
              addDateWords(language, texts.dates)
              callback(null, texts)
            }, fail(false))
          : fail(response.status >= 500)(response.status),
      fail(true),
    )
  },
}

/** The language that texts are loaded for: the first that is named anywhere, else English (behaviour 1.4; ruling 40). */
const detectedLanguage = (): string =>
  namedLanguages()
    .map(languageOf)
    .find((language) => language !== null) ?? 'en'
