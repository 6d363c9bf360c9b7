import type { BackendModule } from 'i18next'
import { addDateWords, type DateWords } from '#shared/dateWords.ts'
import { kitIn, kitText, kitUrl } from '#src/platform/kit.ts'

type Texts = { readonly dates?: DateWords }

/**
 * Reads the texts of a language for i18next, whose own connector retries and limits the reads. A server that fails or
 * cannot be reached is retried; a missing or truncated file is final (behaviour 1.4).
 */
export const textsBackend: BackendModule = {
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
