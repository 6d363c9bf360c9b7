import type { DeskIconName } from './iconNames.ts'

/** A line drawing in the colour of the text around it; never announced. */
export const DeskIcon = ({ name }: { name: DeskIconName }) => (
  <svg aria-hidden="true" className="desk-symbol" focusable="false" viewBox="0 0 24 24">
    <use href={`/icons/desk.svg#${name}`} />
  </svg>
)
