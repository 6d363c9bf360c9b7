import type { DeskResource } from '../i18n.ts'

/** Icons of public/icons/desk.svg besides those of the resources. */
export const OTHER_ICONS = ['overview', 'dots', 'calendar', 'clock', 'chevron'] as const

/** A line drawing in the colour of the text around it; never announced. */
export const DeskIcon = ({ name }: { name: DeskResource | (typeof OTHER_ICONS)[number] }) => (
  <svg
    aria-hidden="true"
    className={name === 'outbox' ? 'desk-mirrored' : undefined}
    fill="none"
    focusable="false"
    height={22}
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth={1.75}
    style={{ flex: 'none' }}
    viewBox="0 0 24 24"
    width={22}
  >
    <use href={`/icons/desk.svg#${name}`} />
  </svg>
)
