import {
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import HTMLFlipBook from 'react-pageflip'
import type { Book, BookSize } from './rulebook.ts'

const FLIPPING_MS = 700

type PageFlip = {
  flipNext: () => void
  flipPrev: () => void
  turnToNextPage: () => void
  turnToPrevPage: () => void
  destroy: () => void
  getRender: () => object
}
export type BookHandle = { turn: (direction: 'forward' | 'back') => void }

type FlipBookProps = {
  ref: Ref<BookHandle>
  book: Book
  size: BookSize
  startPage: number
  isStill: boolean
  /** Its pages can be turned. */
  onReady: () => void
  onPage: (index: number) => void
}

/** The library reads its settings once: a change of size or motion needs a new `key`. */
export function FlipBook({ ref, book: shown, size, ...rest }: FlipBookProps) {
  const { startPage, isStill, onReady, onPage } = rest
  const { t } = useTranslation()
  const book = useRef<{ pageFlip: () => PageFlip | undefined }>(null)

  useImperativeHandle(ref, () => ({
    turn(direction) {
      const flip = book.current?.pageFlip()
      if (direction === 'forward') isStill ? flip?.turnToNextPage() : flip?.flipNext()
      else isStill ? flip?.turnToPrevPage() : flip?.flipPrev()
    },
  }))

  useLeftoverCleanup(book)

  return (
    <div className="rulebook isolate">
      <HTMLFlipBook
        ref={book}
        className=""
        style={{}}
        width={size.width}
        height={size.height}
        size="fixed"
        {...unusedSettings(size)}
        startPage={startPage}
        showCover
        usePortrait
        drawShadow
        maxShadowOpacity={0.35}
        flippingTime={FLIPPING_MS}
        mobileScrollSupport
        clickEventForward
        useMouseEvents={!isStill}
        showPageCorners={!isStill}
        swipeDistance={30}
        renderOnlyPageLengthChange
        onInit={onReady}
        onFlip={({ data }: { data: number }) => onPage(data)}
      >
        {shown.pages.map(({ number, image }) => (
          <div key={number} className="bg-vellum">
            <img
              src={image}
              alt={t('initiative.page', { page: number })}
              width={shown.width}
              height={shown.height}
              loading="lazy"
              decoding="async"
              draggable={false}
              onLoad={loadAll}
              className="size-full object-contain"
            />
          </div>
        ))}
      </HTMLFlipBook>
    </div>
  )
}

/** The library's type requires all of its settings; these are its own for a book of a fixed size. */
const unusedSettings = ({ width, height }: BookSize) => ({
  minWidth: width,
  maxWidth: width,
  minHeight: height,
  maxHeight: height,
  disableFlipByClick: false,
  startZIndex: 0,
  autoSize: true,
})

/** Hidden pages have `display: none` and would never load lazily; they follow the first one. */
function loadAll({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  const images = currentTarget.closest('.rulebook')?.querySelectorAll('img') ?? []
  for (const image of images) image.loading = 'eager'
}

/** The library leaves its listeners and an endless animation loop behind. */
function useLeftoverCleanup(book: RefObject<{ pageFlip: () => PageFlip | undefined } | null>) {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    const flip = () => book.current?.pageFlip()
    return () => {
      isMounted.current = false
      const old = flip()
      // Deferred: in development React runs effects twice on a book that stays mounted.
      setTimeout(() => {
        if (isMounted.current || !old) return
        Object.assign(old.getRender(), { render: () => {} })
        old.destroy()
      })
    }
  }, [book])
}
