import { Link } from 'react-router'

type Props = {
  translations: readonly { language: string; id: number; label: string }[] | undefined
  pathOf: (id: number) => string
}

/** Links to a text in other languages, each in the words of its target. */
export function TranslationLinks({ translations = [], pathOf }: Props) {
  if (translations.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 font-sans text-ui print:hidden">
      {translations.map(({ language, id, label }) => (
        <Link
          key={language}
          to={pathOf(id)}
          lang={language}
          hrefLang={language}
          className="inline-flex min-h-tap items-center text-gold-light underline underline-offset-4"
        >
          {label}
        </Link>
      ))}
    </p>
  )
}
