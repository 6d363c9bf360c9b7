// A .ts file on purpose: in a .d.ts a broken import would go unreported and every key would pass.
import type translation from '../../locales/en/translation.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    // Keys have underscores of their own; `login.bad` must not pass for `login.bad_email`.
    contextSeparator: '~'
    resources: { translation: typeof translation }
  }
}

/** A key of locales/en/translation.json; anything else does not compile. */
export type { ParseKeys as MessageKey } from 'i18next'
