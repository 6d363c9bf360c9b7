import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveUrl } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { BookViewer } from './BookViewer.tsx'
import { PDF } from './rulebook.ts'

const PlainPages = lazy(async () => ({
  default: (await import(/* webpackChunkName: "plain-pages" */ './PlainPages.tsx')).PlainPages,
}))

export function BookSection() {
  const { t } = useTranslation()
  const [isPlain, setIsPlain] = useState(false)
  return (
    <section aria-labelledby="rulebook" className="overflow-x-clip border-t border-line bg-vellum">
      <div className="mx-auto max-w-page px-4 py-20 sm:py-28">
        <div className="mb-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
          <h2 id="rulebook" className="font-heading text-3xl font-bold sm:text-4xl">
            {t('initiative.book_heading')}
          </h2>
          <div className="flex flex-wrap gap-3">
            <Button
              icon="book"
              aria-pressed={isPlain}
              onClick={() => setIsPlain(!isPlain)}
              className="aria-pressed:border-current aria-pressed:bg-current/10"
            >
              {t('initiative.plain_pages')}
            </Button>
            <Button variant="primary" icon="download" onClick={() => saveUrl(PDF.url, PDF.name)}>
              {t('initiative.download_pdf')}
            </Button>
          </div>
        </div>
        {isPlain ? (
          <Suspense>
            <PlainPages />
          </Suspense>
        ) : (
          <BookViewer />
        )}
      </div>
    </section>
  )
}
