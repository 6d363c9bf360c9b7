import { useTranslation } from 'react-i18next'
import book from '../../../public/rulebook/pages.json'
import { viewerPages } from './rulebook.ts'

export function PlainPages() {
  const { t } = useTranslation()
  return (
    <ol className="space-y-14">
      {viewerPages.map(({ number, image }) => {
        const words = book.pages.find((page) => page.number === number)
        return (
          <li
            key={number}
            className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]"
          >
            <img
              src={image}
              alt={t('initiative.page', { page: number })}
              width={800}
              height={1200}
              loading="lazy"
              decoding="async"
              className="w-full self-start rounded"
            />
            <div className="max-w-measure space-y-3">
              <h3 className="font-heading text-2xl font-bold">{words?.title}</h3>
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
