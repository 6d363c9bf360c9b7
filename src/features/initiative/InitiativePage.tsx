import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveUrl } from '#src/platform/saveFile.ts'
import type { PageData } from '#src/store/pageData.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { useKit } from '#src/ui/useKit.ts'
import { BookViewer } from './BookViewer.tsx'
import { type Book, bookOf, PDF_NAME } from './rulebook.ts'

function useBook(): Book | null {
  const kit = useKit()
  return useMemo(() => bookOf(kit), [kit])
}

export const pageData: PageData = { fetch: async () => undefined }

/** The numbers are those of behaviour 9.5 and stay as they are (ruling 58). */
export function InitiativePage() {
  const { t } = useTranslation()
  const book = useBook()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('initiative.title') })}</title>
      <Hero picture="initiative" heading={t('initiative.title')} lead={t('initiative.lead')} />
      <div className="mx-auto max-w-page divide-y divide-line px-4 py-8 sm:py-12">
        <TextSection name="what" />
        <TextSection name="schools">
          <SchoolFacts />
        </TextSection>
        <TextSection name="people" />
        <TextSection name="online" />
      </div>
      {book && <BookSection book={book} />}
    </>
  )
}

function SchoolFacts() {
  const { t } = useTranslation()
  return (
    <dl className="mt-10 grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-4">
      {(['count', 'years', 'start', 'countries'] as const).map((fact) => {
        const value = t(`initiative.schools_fact_${fact}`)
        if (value === '') return null
        return (
          <div key={fact} className="flex flex-col-reverse justify-end border-t-2 border-gold pt-3">
            <dt className="mt-1 font-sans text-sm text-ink-soft">
              {t(`initiative.schools_fact_${fact}_label`)}
            </dt>
            <dd className="font-heading text-2xl font-bold">{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

type Props = { name: 'what' | 'schools' | 'people' | 'online'; children?: Elements }

function TextSection({ name, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const title = t(`initiative.${name}_title`)
  // A community that leaves out the title does without the section.
  if (title === '') return null
  const paragraphs = [t(`initiative.${name}_1`), t(`initiative.${name}_2`)].filter(Boolean)
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-5 py-12 sm:py-16 lg:grid-cols-12">
      <h2 id={id} className="font-heading text-2xl font-bold sm:text-3xl lg:col-span-4">
        {title}
      </h2>
      <div className="lg:col-span-8">
        <div className="max-w-measure space-y-4 text-lg">
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {children}
      </div>
    </section>
  )
}

const PlainPages = lazy(async () => ({
  default: (await import(/* webpackChunkName: "plain-pages" */ './PlainPages.tsx')).PlainPages,
}))
const FetchedPages = lazy(async () => ({
  default: (await import(/* webpackChunkName: "fetched-pages" */ './FetchedPages.tsx'))
    .FetchedPages,
}))

function BookSection({ book }: { book: Book }) {
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
            <Button variant="primary" icon="download" onClick={() => saveUrl(book.pdf, PDF_NAME)}>
              {t('initiative.download_pdf')}
            </Button>
          </div>
        </div>
        {isPlain ? (
          <Suspense>
            {book.texts === null ? (
              <PlainPages book={book} />
            ) : (
              <FetchedPages book={book} url={book.texts} />
            )}
          </Suspense>
        ) : (
          <BookViewer book={book} />
        )}
      </div>
    </section>
  )
}
