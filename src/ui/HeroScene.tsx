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

// With object-fit: cover the height may require a picture wider than the window.
const sizes = '(max-width: 599.98px) max(100vw, 30rem), max(100vw, 60rem)'

/** A landscape that fills its parent; decorative. A narrow parent shows the subject, at the right. */
export function HeroScene({ name }: { name: HeroSceneName }) {
  const file = (width: number, type: string) => `/images/hero-${name}-${width}.${type}`
  const all = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={sizes} />
      <img
        alt=""
        src={file(960, 'webp')}
        srcSet={all('webp')}
        sizes={sizes}
        width={1920}
        height={scenes[name]}
        decoding="async"
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-[70%_50%]"
      />
    </picture>
  )
}
