import type { ComponentPropsWithRef, ReactNode } from 'react'
import { HeroScene, type HeroSceneName } from './HeroScene.tsx'
import { joined } from './look.ts'

const sizes = {
  /** Fills the first view: the landing page. */
  full: 'min-h-[min(calc(100svh-4rem),60rem)]',
  page: 'min-h-80 sm:min-h-96',
  /** A band above a working surface, such as the dashboard. */
  low: 'min-h-44 sm:min-h-52',
}

export type HeroProps = ComponentPropsWithRef<'section'> & {
  /** One of the drawn scenes, or any picture that fills its parent. */
  picture: HeroSceneName | { element: ReactNode }
  size?: keyof typeof sizes
  /** Classes of the column that holds the children. */
  contentClassName?: string
}

const narrowShade = 'bg-linear-to-t from-night from-5% via-night/75 via-55% to-night/5'

/** Narrow: the text stands below the subject. Wide: beside it, on the side that is drawn dark. */
function shadeOf(picture: HeroProps['picture'], size: keyof typeof sizes): string {
  // A foreign picture may be as bright as paper: the text must be readable all the same.
  if (typeof picture !== 'string')
    return 'bg-linear-to-t from-night from-5% via-night/80 via-50% to-night/45 sm:bg-linear-to-r sm:from-night/95 sm:from-0% sm:via-night/80 sm:to-night/15'
  return size === 'full'
    ? `${narrowShade} landscape:bg-linear-to-r landscape:from-night/70 landscape:from-0% landscape:via-night/20 landscape:to-transparent`
    : `${narrowShade} sm:bg-linear-to-r sm:from-night/75 sm:from-0% sm:via-night/40 sm:via-45% sm:to-transparent`
}

/** The night scene at the head of a page; the children stand on its dark part: heading, lead, main action. */
export function Hero({
  picture,
  size = 'page',
  className,
  contentClassName,
  children,
  ...rest
}: HeroProps) {
  return (
    <section
      {...rest}
      className={joined(
        'on-night relative isolate flex overflow-hidden bg-night text-snow',
        // On paper its words are enough.
        'print:min-h-0 print:bg-transparent print:text-ink print:[&>:not(:last-child)]:hidden',
        sizes[size],
        className,
      )}
    >
      {typeof picture === 'string' ? (
        <HeroScene name={picture} isFull={size === 'full'} />
      ) : (
        picture.element
      )}
      <div aria-hidden="true" className={joined('absolute inset-0', shadeOf(picture, size))} />
      <div
        className={joined(
          'relative mx-auto flex w-full max-w-page flex-col justify-end px-4 pt-24 pb-10',
          size === 'full'
            ? 'landscape:justify-center landscape:py-16'
            : 'sm:justify-center sm:py-14',
          size === 'low' && 'pt-10 sm:py-8',
          contentClassName,
        )}
      >
        {children}
      </div>
    </section>
  )
}
