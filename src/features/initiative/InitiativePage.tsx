import { lazy, Suspense, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookFacts, KitFacts } from '#contract/pages.ts'
import { isRightToLeft } from '#shared/direction.ts'
import { onKeys } from '#src/platform/keys.ts'
import { saveUrl } from '#src/platform/output.ts'
import { kitUrl } from '#src/platform/page.ts'
import {
  prefersReducedMotion,
  watchReducedMotion,
  watchWindowWidth,
  windowWidth,
} from '#src/platform/viewport.ts'
import type { PageData } from '#src/store/reducer.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { useBrowserFact, useIsInBrowser, useKit } from '#src/ui/useKit.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import type { BookHandle } from './FlipBook.tsx'
import { type Book, bookSize, PDF_NAME } from './rulebook.ts'

function useBook(): Book | null {
  const kit = useKit()
  return useMemo(() => bookOf(kit), [kit])
}

export const pageData: PageData = { fetch: async () => undefined }

/** The numbers are those of behaviour 9.5 and stay as they are (ruling 58). */
function InitiativePage() {
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
              className="aria-pressed:border-current aria-pressed:bg-current/10 aria-pressed:forced-mark"
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

const FlipBook = lazy(async () => ({
  default: (await import(/* webpackChunkName: "flip-book" */ './FlipBook.tsx')).FlipBook,
}))

/** The width that the server renders for. */
const PHONE_PX = 360
/** The width for which the cover has its size before the book is there. */
const DESKTOP_PX = 1024

function BookViewer({ book: shown }: { book: Book }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const size = bookSize(
    useBrowserFact(windowWidth, () => PHONE_PX, watchWindowWidth),
    shown,
  )
  const isStill = useBrowserFact(prefersReducedMotion, () => false, watchReducedMotion)
  const isInBrowser = useIsInBrowser()
  const book = useRef<BookHandle>(null)
  const [isReady, setIsReady] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  const [page, setPage] = useState(0)
  const first = firstVisible(page, size.isSpread)
  const count = shown.pages.length
  const hasNext = first + visibleCount(first, size.isSpread, count) < count
  const turnBack = isReady && first > 0 ? () => book.current?.turn('back') : undefined
  const turnForward = isReady && hasNext ? () => book.current?.turn('forward') : undefined
  // A layout effect: a key that is pressed between the paint of the buttons and a later effect would be lost.
  useLayoutEffect(() => {
    if (group.current)
      return onKeys(group.current, { ArrowLeft: turnBack, ArrowRight: turnForward })
  })

  return (
    <fieldset
      ref={group}
      aria-label={t('initiative.book')}
      // The book is bound at its left in every language.
      dir={isRightToLeft(language) ? 'ltr' : undefined}
      className="min-w-0"
    >
      {isInBrowser ? (
        <div
          className="mx-auto transition-transform duration-300"
          style={styleOf(size, first, count)}
        >
          <Suspense>
            <FlipBook
              key={`${size.width} ${size.isSpread} ${isStill}`}
              ref={book}
              book={shown}
              onReady={() => setIsReady(true)}
              size={size}
              startPage={first}
              isStill={isStill}
              onPage={setPage}
            />
          </Suspense>
        </div>
      ) : (
        <ClosedBook book={shown} />
      )}
      <PageButtons current={first + 1} count={count} onPrevious={turnBack} onNext={turnForward} />
    </fieldset>
  )
}

type Size = ReturnType<typeof bookSize>

const styleOf = ({ width, height, isSpread }: Size, first: number, count: number) => ({
  filter: 'drop-shadow(0 18px 30px rgb(21 19 31 / 0.35))',
  width: width * (isSpread ? 2 : 1),
  height,
  translate: isSpread ? middleOf(first, count) : undefined,
})

/** A closed book of spreads covers one half of its box, the left one with its last page: it is centred. */
function middleOf(first: number, count: number): string | undefined {
  if (first === count - 1) return '25%'
  return first === 0 ? '-25%' : undefined
}

/**
 * The cover in place of the book, and for readers without scripts its plain pages. Sized by classes: the security
 * policy admits no style attribute.
 */
function ClosedBook({ book }: { book: Book }) {
  const { t } = useTranslation()
  const [cover] = book.pages
  const { width, height } = bookSize(DESKTOP_PX, book)
  return (
    <>
      <img
        src={cover?.image}
        alt={t('initiative.page', { page: 1 })}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="mx-auto"
      />
      <noscript>
        {book.texts === null ? (
          <Suspense>
            <PlainPages book={book} />
          </Suspense>
        ) : (
          <a href={book.pdf}>{t('initiative.download_pdf')}</a>
        )}
      </noscript>
    </>
  )
}

type PageButtonsProps = {
  current: number
  /** Pages of the viewer. */
  count: number
  /** Both are undefined where there is no page. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

function PageButtons({ current, count, onPrevious, onNext }: PageButtonsProps) {
  const { t } = useTranslation()
  const back = useRef<HTMLButtonElement>(null)
  const forward = useRef<HTMLButtonElement>(null)
  // A button that becomes disabled would drop the focus: the other one takes it.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!onNext && activeElement === forward.current) back.current?.focus()
    if (!onPrevious && activeElement === back.current) forward.current?.focus()
  }, [onNext, onPrevious])
  return (
    <div className="mt-6 flex items-center justify-center gap-3">
      <IconButton
        ref={back}
        label={t('initiative.previous_page')}
        icon="arrowLeft"
        variant="secondary"
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <p aria-live="polite" className="min-w-32 text-center font-sans text-ui tabular">
        {t('initiative.page_of', { page: current, count })}
      </p>
      <IconButton
        ref={forward}
        label={t('initiative.next_page')}
        icon="arrowRight"
        variant="secondary"
        disabled={!onNext}
        onClick={onNext}
      />
    </div>
  )
}

const FOLDER = '/rulebook'

/** The book of the product. */
const OWN: BookFacts = { pages: 12, width: 800, height: 1200 }

/**
 * As specified: the site shows the first half of the pages (behaviour 9.5; rulings 32, 85).
 * @returns null on a site without a book
 */
function bookOf(kit: KitFacts | null): Book | null {
  if (kit?.book === null) return null
  const { pages, width, height } = kit?.book ?? OWN
  // The book of the product is the same under every kit.
  const urlOf = (name: string) => kitUrl(`${FOLDER}/${name}`, kit?.book ? kit : null)
  return {
    pages: Array.from({ length: Math.ceil(pages / 2) }, (_, index) => ({
      number: index + 1,
      image: urlOf(`page-${String(index + 1).padStart(2, '0')}.webp`),
    })),
    width,
    height,
    pdf: urlOf(PDF_NAME),
    texts: kit?.book ? urlOf('pages.json') : null,
  }
}

/** The first visible page when `index` is shown: in spreads the cover and the last page are alone. */
const firstVisible = (index: number, isSpread: boolean): number =>
  isSpread && index > 0 && index % 2 === 0 ? index - 1 : index

/** @param count pages of the viewer */
const visibleCount = (first: number, isSpread: boolean, count: number): number =>
  isSpread && first > 0 && first < count - 1 ? 2 : 1

export { InitiativePage as Screen }
