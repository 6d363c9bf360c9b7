import { useStore } from 'react-admin'
import { EMAIL_PATTERN, LINE_PATTERN } from '#contract/fields.ts'
import { t } from '../i18n.ts'
import type { Problem } from './problems.ts'

/*
 * What was typed and is no value yet, such as half of a colour. The draft cannot have it, so the browser keeps it.
 */

export type Kind = 'line' | 'email' | 'colour'

const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  line: new RegExp(LINE_PATTERN, 'u'),
  email: new RegExp(EMAIL_PATTERN, 'u'),
  colour: /^#[0-9a-f]{6}$/,
}
const isValue = (kind: Kind, text: string): boolean => PATTERNS[kind].test(text)

type Typed = Readonly<Record<string, { readonly kind: Kind; readonly text: string }>>
const NONE: Typed = {}

export function useTyped() {
  const [typed, setTyped] = useStore<Typed>('desk.siteTyped', NONE)
  const forget = (place: string) => setTyped(({ [place]: _, ...rest }) => rest)
  return {
    problems: Object.entries(typed).map(
      ([place, { kind }]): Problem => ({ place, problem: t(`site.invalid.${kind}`) }),
    ),
    textAt: (place: string): string | undefined => typed[place]?.text,
    /** @returns whether the text is a value; if not, it is kept here */
    take: (place: string, kind: Kind, text: string): boolean => {
      const isTaken = text === '' || isValue(kind, text)
      if (isTaken) forget(place)
      else setTyped((all) => ({ ...all, [place]: { kind, text } }))
      return isTaken
    },
    forget,
    forgetAll: () => setTyped(NONE),
  }
}
