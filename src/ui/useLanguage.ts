import { useTranslation } from 'react-i18next'

/** The language of the texts that are shown: two letters. Dates, numbers, names and lists are written in it. */
export const useLanguage = (): string => useTranslation().i18n.resolvedLanguage ?? 'en'
