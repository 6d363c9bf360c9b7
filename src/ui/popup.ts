/** The floating sheet of a dropdown; as wide as its button at least, never wider than the window. */
export const popupClasses =
  'z-modal min-w-(--button-width) max-w-[calc(100vw-2rem)] rounded-[6px] border border-ink/25 bg-vellum font-sans text-base text-ink shadow-lg shadow-night/20 transition-opacity duration-150 ease-out outline-none data-closed:opacity-0 motion-reduce:transition-none'

/** One option; `data-focus` or `data-active` marks where the keyboard is. */
export const optionClasses =
  'flex min-h-11 cursor-pointer items-center gap-2 rounded-[4px] px-3 py-2 leading-snug outline-none select-none data-active:bg-gold/20 data-focus:bg-gold/20 aria-selected:font-medium'
