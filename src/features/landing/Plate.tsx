type PlateProps = { scene: 'news' | 'downloads' | 'initiative'; name: string; text: string }

/** A place of the world: a picture and its caption. */
export function Plate({ scene, name, text }: PlateProps) {
  const file = `/images/hero-${scene}-tall-600`
  return (
    <figure className="m-0">
      <picture>
        <source type="image/avif" srcSet={`${file}.avif`} />
        <img
          src={`${file}.webp`}
          alt=""
          width={600}
          height={800}
          loading="lazy"
          decoding="async"
          className="aspect-4/3 w-full rounded bg-night object-cover object-[50%_60%] sm:aspect-3/4"
        />
      </picture>
      <figcaption className="mt-4">
        <h3 className="font-heading text-xl font-bold">{name}</h3>
        <p className="mt-1 text-base text-ink-soft">{text}</p>
      </figcaption>
    </figure>
  )
}
