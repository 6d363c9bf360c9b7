import type { TextCommand } from '#shared/textEditing.ts'

export type ToolName = TextCommand | 'picture'

/** A drawing of the toolbar of texts. It is no symbol of interface.svg, because that is part of every page. */
export const ToolIcon = ({ name }: { name: ToolName }) => (
  <svg
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-5"
  >
    <use href={`/icons/tools.svg#${name}`} />
  </svg>
)
