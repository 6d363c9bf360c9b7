import { type ReactNode, useId } from 'react'

type Props = { title: string; paragraphs: readonly string[]; children?: ReactNode }

export function TextSection({ title, paragraphs, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-5 py-12 sm:py-16 lg:grid-cols-12">
      <h2 id={id} className="font-heading text-2xl font-bold sm:text-3xl lg:col-span-4">
        {title}
      </h2>
      <div className="lg:col-span-8">
        <div className="max-w-measure space-y-4 text-lg">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {children}
      </div>
    </section>
  )
}
