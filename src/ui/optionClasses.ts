/** One option of a dropdown; `data-focus` marks where the keyboard is. */
export const optionClasses =
  'flex min-h-tap w-full cursor-pointer items-center gap-2 rounded-sm px-3 py-2 text-start leading-snug outline-none select-none data-focus:bg-gold/20 aria-selected:font-medium forced-colors:data-focus:forced-color-adjust-none forced-colors:data-focus:bg-[Highlight] forced-colors:data-focus:text-[HighlightText]'
