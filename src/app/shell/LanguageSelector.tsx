/** As specified: there is a language selector, and it renders nothing, for only English exists (behaviour 1.3). */
export function LanguageSelector() {
  return <div data-language-selector="" />
}
