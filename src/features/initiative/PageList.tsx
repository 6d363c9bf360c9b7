import { useTranslation } from 'react-i18next'
import type { BookText } from '#src/store/initiative/api.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import type { Book } from './rulebook.ts'

type PageListProps = { book: Book; texts: readonly BookText[] }

export function PageList({ book, texts }: PageListProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  // The texts of the product's own book are English.
  const isEnglish = book.texts === null && language !== 'en'
  return (
    <ol className="space-y-14">
      {book.pages.map(({ number, image }) => {
        const words = texts.find((page) => page.number === number)
        const name = t('initiative.page', { page: number })
        return (
          <li
            key={number}
            className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]"
          >
            <img
              src={image}
              alt={name}
              width={book.width}
              height={book.height}
              loading="lazy"
              decoding="async"
              className="w-full self-start rounded"
            />
            <div lang={words && isEnglish ? 'en' : undefined} className="max-w-measure space-y-3">
              <h3 className="font-heading text-2xl font-bold">{words?.title || name}</h3>
              {words?.text
                .map((line, position) => ({ line, position }))
                .filter(({ line }) => line !== words.title)
                .map(({ line, position }) => (
                  <p key={position}>{line}</p>
                ))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
