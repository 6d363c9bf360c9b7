import type { ComponentProps } from 'react'
import { useFocusOnShow } from './useFocusOnShow.ts'

type Props = ComponentProps<'h2'> & { level: 2 | 4 | 5 }

/**
 * The heading of a part that replaces the focused control: it takes the focus. It needs `data-autofocus` in case a
 * closing dialog holds the focus.
 */
export function FocusedHeading({ level, ...heading }: Props) {
  const Heading = `h${level}` as const
  return <Heading ref={useFocusOnShow<HTMLHeadingElement>()} tabIndex={-1} {...heading} />
}
