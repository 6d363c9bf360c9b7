/** "Vex, Mira and Ansa". In English without a comma before the "and". */
export const listed = (names: readonly string[], language: string): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(names)
