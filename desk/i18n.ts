import { defaultI18nProvider, type I18nProvider } from 'react-admin'
import { texts } from './texts/texts.ts'

/** The desk's words in the place of some of react-admin's. */
const OWN: Readonly<Record<string, string>> = texts.library

export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const own = OWN[key]
    if (own === undefined) return defaultI18nProvider.translate(key, options)
    const name: unknown = (options as { name?: unknown } | undefined)?.name
    return own.replace('%{name}', typeof name === 'string' ? name : '')
  },
}
