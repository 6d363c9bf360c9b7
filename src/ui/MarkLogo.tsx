import { MARK_PATH } from '#contract/pages.ts'
import { kitUrl } from '#src/platform/page.ts'
import { joined } from './look.ts'
import { useKit } from './useKit.ts'

const halves =
  'M25 14.4C25.7 13.8 27.2 11.6 29 10.8 30.8 10 33.7 8.9 36 9.6 38.3 10.3 41.1 12.4 42.6 14.8 44.1 17.2 44.9 20.7 45 24 45.1 27.3 44.5 31.2 43.4 34.4 42.3 37.6 40.1 41 38.2 43.2 36.3 45.4 33.6 46.9 31.8 47.6 30 48.3 28.5 47.9 27.4 47.6 26.3 47.3 25.4 46.3 25 46L24.6 46.4L26.6 39.2L22.6 34.8L27.4 26.4L22.2 22L25.4 14ZM23 14.4C22.3 13.8 20.8 11.6 19 10.8 17.2 10 14.3 8.9 12 9.6 9.7 10.3 6.9 12.4 5.4 14.8 3.9 17.2 3.1 20.7 3 24 2.9 27.3 3.5 31.2 4.6 34.4 5.7 37.6 7.9 41 9.8 43.2 11.7 45.4 14.4 46.9 16.2 47.6 18 48.3 19.5 47.9 20.6 47.6 21.7 47.3 22.6 46.3 23 46L22.6 46.4L24.6 39.2L20.6 34.8L25.4 26.4L20.2 22L23.4 14Z'
const leaf = 'M25.3 11.6C25.8 6.6 30.6 2.6 37.8 2.4 36.2 7.4 31.8 10 26.4 9.8Z'

/** @param className sets height and colour */
export function MarkLogo({ className }: { className: string }) {
  const kit = useKit()
  const classes = joined('inline-block w-auto shrink-0', className)
  // The style sheet of the kit has the rule for `own-mark`: pages may not have styles of their own, and most sites need none.
  if (kit?.mark === 'plain')
    return (
      <span aria-hidden="true" className={joined(classes, 'own-mark aspect-square bg-current')} />
    )
  if (kit?.mark)
    return (
      <img
        alt=""
        className={joined(classes, 'aspect-square object-contain')}
        src={kitUrl(MARK_PATH, kit)}
      />
    )
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 48 50"
      fill="currentColor"
      className={classes}
    >
      <path d={halves} />
      <path d={leaf} />
    </svg>
  )
}
