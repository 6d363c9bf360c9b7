/** The floating sheet of a dropdown; as wide as its button at least, never wider than the window. */
export const popupClasses =
  'z-dropdown min-w-(--button-width) max-w-[calc(100vw-2rem)] rounded border border-line bg-vellum font-sans text-ui text-ink shadow-float outline-none transition-opacity starting:opacity-0'

/** One option; `data-focus` or `data-active` marks where the keyboard is. */
export const optionClasses =
  'flex w-full min-h-tap cursor-pointer text-start items-center gap-2 rounded-sm px-3 py-2 leading-snug outline-none select-none data-active:bg-gold/20 data-focus:bg-gold/20 aria-selected:font-medium'
