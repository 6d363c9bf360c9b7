import { joined } from './look.ts'

/** The scenes of scripts/art in pixels: the height of the drawing that is 1920 wide, the width of the upright one. */
const scenes = {
  landing: { height: 800, tall: 600 },
  news: { height: 800, tall: 600 },
  downloads: { height: 800, tall: 600 },
  initiative: { height: 800, tall: 600 },
  rules: { height: 800, tall: 600 },
  world: { height: 800, tall: 600 },
  auth: { height: 800, tall: 600 },
  dashboard: { height: 480, tall: 360 },
} as const

export type HeroSceneName = keyof typeof scenes

const widths = [480, 960, 1440, 1920]

export type HeroSceneProps = {
  name: HeroSceneName
  /** For a hero as high as the window: the upright drawing wherever the window is upright. */
  isFull?: boolean
}

/** A drawn landscape that fills its parent; decorative. */
export function HeroScene({ name, isFull = false }: HeroSceneProps) {
  const { height, tall } = scenes[name]
  const file = (variant: string | number, type: string) => `/images/hero-${name}-${variant}.${type}`
  const wide = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(', ')
  // A picture that covers its place is as wide as the height asks for, not only as the window is.
  const sizes = isFull ? 'max(100vw, 230vh)' : 'max(100vw, 60rem)'
  const upright = isFull ? '(max-aspect-ratio: 1/1)' : '(max-width: 599.98px)'
  return (
    <picture>
      {(['avif', 'webp'] as const).map((type) => (
        <source
          key={type}
          media={upright}
          type={`image/${type}`}
          srcSet={file(`tall-${tall}`, type)}
          width={tall}
          height={(tall * 4) / 3}
        />
      ))}
      <source type="image/avif" srcSet={wide('avif')} sizes={sizes} />
      <img
        alt=""
        src={file(960, 'webp')}
        srcSet={wide('webp')}
        sizes={sizes}
        width={1920}
        height={height}
        decoding="async"
        fetchPriority="high"
        className={joined(
          'absolute inset-0 size-full object-cover',
          isFull ? 'object-[70%_50%]' : 'object-[72%_40%]',
        )}
      />
    </picture>
  )
}
