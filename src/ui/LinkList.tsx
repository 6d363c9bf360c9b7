import { Link } from 'react-router'
import { useTextLanguage } from './useLanguage.ts'

type Props = {
  links: readonly {
    readonly to: string
    readonly state?: object
    readonly title: string
    readonly language?: string | undefined
  }[]
}

/** Titles of other pages below each other, each in its own language. */
export function LinkList({ links }: Props) {
  const langOf = useTextLanguage()
  return (
    <ul className="mt-2 font-body">
      {links.map(({ title, language, ...link }) => (
        <li key={link.to} className="border-t border-line">
          <Link
            {...link}
            lang={langOf(language)}
            className="flex min-h-tap items-center py-2 leading-snug no-underline underline-offset-4 wrap-anywhere hover:text-gold-deep hover:underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
