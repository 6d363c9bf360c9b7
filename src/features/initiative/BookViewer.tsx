import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRightToLeft } from '#shared/direction.ts'
import { onKeys } from '#src/platform/keys.ts'
import {
  prefersReducedMotion,
  watchReducedMotion,
  watchWindowWidth,
  windowWidth,
} from '#src/platform/viewport.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { useBrowserFact } from '#src/ui/servedFacts.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import type { BookHandle } from './FlipBook.tsx'
import { type Book, bookSize, firstVisible, visibleCount } from './rulebook.ts'

const FlipBook = lazy(async () => ({
  default: (await import(/* webpackChunkName: "flip-book" */ './FlipBook.tsx')).FlipBook,
}))

/** The width that the server renders for. */
const PHONE_PX = 360
/** The width for which the cover has its size before the book is there. */
const DESKTOP_PX = 1024

const PlainPages = lazy(async () => ({
  default: (await import(/* webpackChunkName: "plain-pages" */ './PlainPages.tsx')).PlainPages,
}))

export function BookViewer({ book: shown }: { book: Book }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const size = bookSize(
    useBrowserFact(windowWidth, () => PHONE_PX, watchWindowWidth),
    shown,
  )
  const isStill = useBrowserFact(prefersReducedMotion, () => false, watchReducedMotion)
  const isInBrowser = useBrowserFact(
    () => true,
    () => false,
  )
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
