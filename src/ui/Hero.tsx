import { type ComponentPropsWithRef, memo } from 'react'
import type { Elements } from './elements.ts'
import { joined } from './look.ts'
import { useSitePicture } from './useKit.ts'

/** Narrow: the picture above the text. Wide: the text on the picture, with a shade behind the text. */
const sizes = {
  /** Fills the first view of the landing page, minus the bar at the bottom of the window. */
  full: {
    frame: 'min-h-[min(calc(100svh-4rem-var(--bottom-bar,0px)),60rem)]',
    picture: 'min-h-56 flex-1 landscape:absolute landscape:inset-0 landscape:min-h-0',
    fade: 'landscape:hidden',
    column: 'landscape:my-auto landscape:py-16',
    text: 'landscape:text-shade',
  },
  page: {
    frame: 'sm:min-h-96',
    picture: 'aspect-2/1 sm:absolute sm:inset-0 sm:aspect-auto',
    fade: 'sm:hidden',
    column: 'sm:my-auto sm:py-14',
    text: 'sm:text-shade',
  },
  /** An article with a picture of its own: a band above the text on narrow windows, beside it on wide ones. */
  story: {
    frame: 'lg:min-h-128',
    picture: 'aspect-4/1 sm:aspect-2/1 lg:absolute lg:inset-0 lg:aspect-auto',
    fade: 'lg:hidden',
    column: 'lg:mt-auto lg:pb-14',
    text: 'lg:text-shade',
  },
  /** A band above a working surface, such as the dashboard. */
  low: {
    frame: 'sm:min-h-52',
    picture: 'aspect-4/1 sm:absolute sm:inset-0 sm:aspect-auto',
    fade: 'sm:hidden',
    column: 'sm:my-auto sm:py-8',
    text: 'sm:text-shade',
  },
}

type HeroProps = Omit<ComponentPropsWithRef<'section'>, 'children'> & {
  children?: Elements
  /** A scene, or any picture that fills its parent. */
  picture: HeroSceneName | { element: Elements }
  size?: keyof typeof sizes
  /** The h1 of the page, below the children. */
  heading?: string
  headingLang?: string | undefined
  /** A sentence below the heading, narrow enough for the dark part of the picture. */
  lead?: string
  glow?: Elements
  /** Elements at the bottom, outside the column of the text. */
  foot?: Elements
  contentClassName?: string
}

/** The night scene at the head of a page, and its text: heading, lead, main action. */
export const Hero = memo(function Hero({
  picture,
  size = 'page',
  heading,
  headingLang,
  lead,
  glow,
  foot,
  className,
  contentClassName,
  children,
  ...rest
}: HeroProps) {
  const look = sizes[size]
  return (
    <section
      {...rest}
      className={joined(
        'on-night relative isolate flex flex-col overflow-hidden bg-night text-snow print:min-h-0',
        look.frame,
        className,
      )}
    >
      <div className={joined('relative overflow-hidden print:hidden', look.picture)}>
        {typeof picture === 'string' ? <HeroScene name={picture} /> : picture.element}
        {glow}
        <div
          aria-hidden="true"
          className={joined(
            'absolute inset-x-0 bottom-0 h-12 bg-linear-to-t from-night to-transparent',
            look.fade,
          )}
        />
      </div>
      <div
        className={joined(
          'relative mx-auto w-full max-w-page px-4 pt-3 pb-8',
          look.column,
          contentClassName,
        )}
      >
        <div className={joined('relative isolate w-fit max-w-full', look.text)}>
          {children}
          {heading && (
            <div className={children ? 'mt-3' : undefined}>
              <h1
                lang={headingLang}
                className="font-heading text-4xl font-bold wrap-anywhere sm:text-5xl"
              >
                {heading}
              </h1>
              {lead && <Lead text={lead} />}
            </div>
          )}
        </div>
      </div>
      {foot}
    </section>
  )
})

const Lead = ({ text }: { text: string }) => (
  <p className="mt-3 max-w-lg font-body text-lg text-current/85 md:max-lg:max-w-sm">{text}</p>
)

/** The scenes and the height of their drawing, which is 1920 px wide. */
const scenes = {
  landing: 800,
  news: 800,
  downloads: 800,
  initiative: 800,
  rules: 800,
  world: 800,
  auth: 800,
  dashboard: 480,
} as const

export type HeroSceneName = keyof typeof scenes

const widths = [480, 960, 1440, 1920]

// `object-fit: cover` may need a picture wider than the window, because of the height.
const sceneSizes = '(max-width: 599.98px) max(100vw, 30rem), max(100vw, 60rem)'

/** A landscape that fills its parent; decorative. A narrow parent shows the subject, at the right. */
function HeroScene({ name }: { name: HeroSceneName }) {
  const sitePicture = useSitePicture()
  const file = (width: number, type: string) => sitePicture(`/images/hero-${name}-${width}.${type}`)
  const all = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={sceneSizes} />
      <img
        alt=""
        src={file(960, 'webp')}
        srcSet={all('webp')}
        sizes={sceneSizes}
        width={1920}
        height={scenes[name]}
        decoding="async"
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-[70%_50%]"
      />
    </picture>
  )
}
